/** Longest address that the service looks up. */
export const LONGEST_ADDRESS = 2_000;

/** A web address, a package URL, or an address of Git: nothing else begins so. */
const CERTAIN = /^(?:https?:\/\/|pkg:|git@|ssh:\/\/|git:\/\/)\S/i;
/** A command that gets something, as people copy it. */
const COMMAND =
  /^(?:\$ )?(?:git clone|(?:docker|podman|nerdctl)(?: image)? pull|helm repo add|(?:npm|pnpm|yarn|pip3?|pipx|uv pip|cargo|gem|composer|go|dotnet|brew) (?:i|install|add|get|require)) \S/i;
/** `owner/repository`, `ghcr.io/acme/api:1.2`, `nginx:1.27`, `npm:express`. */
const LIKELY = /^[\w.@~-]+(?:[/:][\w.@%+~-]+)+\/?$/;
/** `widget.example`. */
const HOST = /^(?:[\w-]+\.)+[a-z]{2,}$/i;

/** Whether a text can only be an address. */
export const isAddress = (text: string) => CERTAIN.test(text.trim()) || COMMAND.test(text.trim());

/** Whether a text is looked up without being asked for it: nobody writes a name with these signs. */
export const isLookedUp = (text: string) => isAddress(text) || (LIKELY.test(text.trim()) && !/[:/]$/.test(text.trim()));

/** Whether a text may be an address, or the name of a product. */
export const looksLikeAddress = (text: string) => isAddress(text) || LIKELY.test(text.trim()) || HOST.test(text.trim());
