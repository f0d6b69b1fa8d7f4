import type { Found } from './component';
import type { InventoryFile } from './inventory-file';

/** A format of files that name software. One file in `formats/` and one line in index.ts. */
export interface InventoryReader {
  format: string;
  /** Of the path. */
  fileName?: RegExp;
  /** Its content may be any list: a text of that name is one. */
  isKnownByName?: true;
  /** Whether the content is of this format; may throw InventoryError, which is no. */
  recognizes(file: InventoryFile): boolean;
  /** @throws InventoryError when it is none */
  read(file: InventoryFile): Iterable<Found>;
  /** Sentences about the file as a whole. @throws InventoryError */
  warnings?(file: InventoryFile): string[];
  /** A file of it that names nothing is none: lines that are something else. */
  isNeverEmpty?: true;
}
