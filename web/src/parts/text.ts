/** `must be a time` → `Must be a time.` */
export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');

/** The tag in the version of an image that has no other: `latest@1f0a2b3c4d5e`, what the tag led to. Null for any other version. */
export const followedIn = (version: string): string | null => /^(\w[\w.-]*)@[0-9a-f]{12}$/.exec(version)?.[1] ?? null;
