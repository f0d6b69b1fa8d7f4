/** What people would type: of `ghcr.io/acme/api` the last part. */
export const wordOf = (name: string) => (name.split('/').at(-1) || name).slice(0, 100);
