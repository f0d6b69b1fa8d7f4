/** The file is no inventory, or too large. The message is for people, and is one line. */
export class InventoryError extends Error {}
