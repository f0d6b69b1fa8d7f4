export const user = {};
