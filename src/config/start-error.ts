/** Startup failed for a reason that the operator can fix. Printed without a stack trace. */
export class StartError extends Error {}
