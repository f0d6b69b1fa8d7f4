/** A text that is no version range, or a question that cannot be answered. The message tells its author what is wrong. */
export class VersError extends Error {}
