export const favorites = {};
