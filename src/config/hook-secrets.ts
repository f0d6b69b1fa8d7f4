const MOST = 10;
const SHORTEST = 16;
const LONGEST = 255;
const PRINTABLE = /^[\x21-\x7e]+$/;
const SIGNING_TOKEN = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Complete "… must be". */
export const HOOK_SECRETS = `at most ${MOST} secrets of ${SHORTEST} to ${LONGEST} printable characters, separated by commas`;
export const HOOK_TOKENS = `${HOOK_SECRETS} (a signing token is whsec_ and base64)`;

/** Several secrets allow rotation, and repositories with different secrets. */
export function parseHookSecrets(text: string): string[] | null {
  const secrets = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const usable = (secret: string) => secret.length >= SHORTEST && secret.length <= LONGEST && PRINTABLE.test(secret);
  return secrets.length > 0 && secrets.length <= MOST && secrets.every(usable) ? secrets : null;
}

/** GitLab's secret tokens, and signing tokens as in Standard Webhooks; a malformed one would never match a signature. */
export function parseHookTokens(text: string): string[] | null {
  const tokens = parseHookSecrets(text);
  return tokens?.every((token) => !token.startsWith('whsec_') || SIGNING_TOKEN.test(token)) ? tokens : null;
}
