/** Says nothing about the product: `vaultwarden/server`, `acme/api`. */
const PLAIN = /^(?:server|api|app|web|ui|frontend|backend|client|core|worker|image|docker)$/i;

/** What people would type: of `ghcr.io/acme/anvil` the last part. */
export function wordOf(name: string): string {
  const parts = name.split('/').filter(Boolean);
  const word = parts.findLast((part) => !PLAIN.test(part)) ?? name;
  return word.slice(0, 100);
}
