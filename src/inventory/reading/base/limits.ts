export const MAX_BYTES = 20_000_000;
export const MAX_COMPONENTS = 50_000;
export const MAX_DEPTH = 64;
/** UTF-16 units; the parser needs a hundred times as much memory. */
export const MAX_YAML = 5_000_000;
/** Start tags of an XML document. */
export const MAX_TAGS = 1_000_000;
/** Characters of a name, a version and a place. */
export const MAX_TEXT = 255;
/** Entries that are reported, beyond which they are only counted. */
export const MAX_REJECTED = 1_000;
/** Objects that are looked at in a document of which the places of components are not known. */
export const MAX_NODES = 2_000_000;
