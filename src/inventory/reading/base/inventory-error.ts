/** The file is no inventory, or too large. The message is for people, and is one line. */
export class InventoryError extends Error {}

/** What it looks like may be right, and it has too much of it: parsers never reach the limit of memory, which may end the whole service. */
export class TooMuchError extends InventoryError {}

export const tooManyParts = (what: string) => new TooMuchError(`It is ${what} of too many parts`);
