/** `npm run test:long` sets it. What a long run repeats for months, thousands of times or whole catalogues, `npm test` does in a short form. */
export const LONG = process.env.TEST_LONG === 'true';

/** One of two sizes of the same test. */
export const atScale = <Size>(short: Size, long: Size): Size => (LONG ? long : short);
