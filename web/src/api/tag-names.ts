/** Characters of a tag, and tags of a favorite: as the service bounds them. */
export const TAG_LENGTH = 40;
export const TAGS_AT_MOST = 20;

/** Case does not count. */
export const isSameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
export const hasTag = (tags: readonly string[], tag: string) => tags.some((one) => isSameTag(one, tag));
export const withoutTags = (tags: readonly string[], others: readonly string[]) =>
  tags.filter((tag) => !hasTag(others, tag));
