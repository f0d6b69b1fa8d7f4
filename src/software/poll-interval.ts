// The poll interval of a product also decides when its known versions count as stale.

/** Seconds: every source that is polled is polled daily at least, however old its releases and however long it fails. */
export const LONGEST_INTERVAL = 86_400;

/** How many times a product is polled within the age of its last release: active products are polled more often. */
export const POLLS_PER_AGE = 48;
