/** Of Mantine's components: see web/styles.mjs. */
declare module 'virtual:first-styles';
declare module 'virtual:other-styles';
