/** Something that the operator has to mend before the program can start. Its message says what, without a stack. */
export class StartError extends Error {}
