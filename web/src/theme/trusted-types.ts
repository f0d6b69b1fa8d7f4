// The page's policy asks for Trusted Types: no HTML is ever parsed, and no script but the worker registered.
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): void;
}

export const WORKER = '/worker.js';

(window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (url === WORKER ? url : null),
});
