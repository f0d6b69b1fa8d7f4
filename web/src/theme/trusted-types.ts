// The page's policy asks for Trusted Types. Mantine writes its variables into style elements by innerHTML, which is text there; the
// default policy lets text without markup through and nothing else, so no HTML is ever parsed. Of scripts, it lets the worker be registered.
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null },
  ): void;
}

export const WORKER = '/worker.js';

(window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/[<&]/.test(text) ? null : text),
  createScriptURL: (url) => (url === WORKER ? url : null),
});

/** The nonce of the style elements of this page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// Read by the style elements of react-remove-scroll (dialogs).
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
