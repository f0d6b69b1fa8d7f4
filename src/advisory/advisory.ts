/** What other rooms name of this one. */
export * from './matching/advisory';
