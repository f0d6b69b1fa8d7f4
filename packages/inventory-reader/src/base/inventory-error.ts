/** The file is not an inventory, or too large. The message is one line for people. */
export class InventoryError extends Error {}

/** The format may be right, but the file is too large to parse: reaching the limit of memory could end the whole service. */
export class TooMuchError extends InventoryError {}

export const tooManyParts = (what: string) => new TooMuchError(`It is ${what} with too many parts`);
