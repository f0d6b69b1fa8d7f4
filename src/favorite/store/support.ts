/** Which end of support counts: of free security support, of active development, or of extended support. */
export const SUPPORT_BASES = ['eol', 'active', 'extended'] as const;
export type SupportBasis = (typeof SUPPORT_BASES)[number];

/** What `favorite.support` says: nothing is known, there is a date, it is supported or ended without one. */
export const SUPPORT = { unknown: 0, dated: 1, supported: 2, ended: 3 } as const;

/** Days before the end of support on which to notify, where a policy says nothing else. */
export const SUPPORT_NOTICE = [90, 30, 7, 0];
