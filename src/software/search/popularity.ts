/** The highest popularity: that of a million favorites. */
export const MAX_POPULARITY = 99;

/** Who tracks a product here says more about what people here mean than a star elsewhere. */
const STARS_OF_A_FAVORITE = 500;
/** Three steps for each doubling: few enough that a product seldom moves. */
const STEPS = 3;

/**
 * How well known a product is: from 0, unknown, to `MAX_POPULARITY`.
 * @param stars of its repository, or an estimate on the same scale; null = unknown
 * @param favorites users here who track it
 */
export const popularityOf = (stars: number | null, favorites: number): number =>
  Math.min(MAX_POPULARITY, Math.round(STEPS * Math.log2(1 + (stars ?? 0) + favorites * STARS_OF_A_FAVORITE)));
