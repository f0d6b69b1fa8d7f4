/** Longest address that the service looks up. */
export const LONGEST_ADDRESS = 2_000;

/** A web address, a package URL, or an address of Git: nothing else begins so. */
const CERTAIN = /^(?:https?:\/\/|pkg:|git@|ssh:\/\/|git:\/\/|git clone )\S/i;
/** `owner/repository`, `ghcr.io/acme/api:1.2`, `nginx:1.27`, `npm:express`. */
const LIKELY = /^[\w.@~-]+(?:[/:][\w.@%+~-]+)+\/?$/;

/** Whether a text can only be an address. */
export const isAddress = (text: string) => CERTAIN.test(text.trim());

/** Whether a text may be an address, or the name of a product. */
export const looksLikeAddress = (text: string) => isAddress(text) || LIKELY.test(text.trim());
