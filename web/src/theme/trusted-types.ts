// The page's policy asks for Trusted Types. Mantine writes its variables into style elements by innerHTML, which is text there; the
// default policy lets text without markup through and nothing else, so no HTML is ever parsed.
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): void;
}

(window as unknown as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/[<&]/.test(text) ? null : text),
});

/** The nonce of the style elements of this page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// Read by the style elements of react-remove-scroll (dialogs).
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
