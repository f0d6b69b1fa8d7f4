// The order of files of styles.
const INSERTED = 'document.head.appendChild(link)';

/**
 * Plugin: files of styles that come with code go behind the first one, which is in the body, and so win over it, as those of a component over those
 * that it is made of. Vite puts them into the head.
 */
export const stylesInOrder = () => ({
  name: 'styles-in-order',
  transform: {
    order: 'post',
    handler(code, id) {
      if (!id.includes('vite/preload-helper')) return undefined;
      if (!code.includes(INSERTED)) throw new Error('Vite inserts files of styles in another way (web/styles.mjs).');
      return code.replace(INSERTED, "document.getElementById('root').before(link)");
    },
  },
});
