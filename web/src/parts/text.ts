/** `must be a time` → `Must be a time.` */
export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
