export const software = {};
