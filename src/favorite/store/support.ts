/** Days before the end of support on which to notify, where a policy says nothing else. */
export const SUPPORT_NOTICE = [90, 30, 7, 0];
