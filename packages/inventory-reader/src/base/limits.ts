export const MAX_BYTES = 20_000_000;
export const MAX_COMPONENTS = 50_000;
export const MAX_DEPTH = 64;
export const MAX_LINES = 1_000_000;
/** Characters of one of them: no format of lines has longer ones, and an expression that goes back over more runs out of its stack. */
export const MAX_LINE = 1_000_000;
/** Characters that may separate two values of YAML and TOML, and values of JSON: what YAML of so many needs leaves room in a container of 512 MB. */
export const MAX_PARTS = 1_000_000;
/** How often the aliases of a YAML document may be followed. Their targets are in memory once. */
export const MAX_ALIASES = 1_000;
/** Start tags of an XML document, and their attributes. */
export const MAX_TAGS = 1_000_000;
/** Characters of a name, a version and a place. */
export const MAX_TEXT = 255;
/** Entries that are reported, beyond which they are only counted. */
export const MAX_REJECTED = 1_000;
/** Objects that are looked at in a document of which the places of components are not known. */
export const MAX_NODES = 2_000_000;
/** Labels that are remarked on. */
export const MAX_REMARKS = 50;
