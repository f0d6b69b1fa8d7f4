import { type Component, gemVersion, parsePurl } from 'inventory-reader';
import { exactPrereleaseText, isStage, postReleaseText, type SchemeName, seriesDigits, tagForm } from 'version-order';

/** The version of a component, as its file has it. */
export interface WrittenVersion {
  text: string;
  /** Whether it is the tag or the digest of an image. */
  isTag: boolean;
  /** Of the package URL. */
  type: string | null;
  /** Of the image that runs. */
  digest?: string;
}

type Versioned = Pick<Component, 'purl' | 'version' | 'digest'> & Partial<Pick<Component, 'moving'>>;

/** null = the file has none. */
export function writtenVersion(component: Versioned): WrittenVersion | null {
  const { purl: given, version, digest } = component;
  if (version === null) return null;
  if (given === null) return { text: version, isTag: isDigest(version), type: null };
  const { type, qualifiers } = parsePurl(given);
  const isTag = type === 'docker' || type === 'oci';
  const followed = followedTag(component);
  if (followed !== null) return { text: taggedDigest(followed, digest!), isTag: false, type };
  // The version of an `oci` package URL is the digest.
  const tag = isTag && isDigest(version) ? qualifiers?.tag : undefined;
  return { text: tag ?? version, isTag, type, ...(digest !== undefined && { digest }) };
}

/** The tag of an image of which nothing says the version: each image behind it counts as one. */
export const followedTag = ({ moving }: Partial<Pick<Component, 'moving'>>): string | null =>
  moving?.from === 'none' ? moving.tag : null;

/** The same image, of which nothing says the version; undefined = no tag led to it. */
export function following(component: Component): Component | undefined {
  const written = writtenVersion(component);
  if (written === null || component.digest === undefined || isDigest(written.text)) return undefined;
  return { ...component, moving: { tag: written.text, from: 'none' } };
}

/** The version of an image of which nobody knows another: what its tag led to. */
export const taggedDigest = (tag: string, digest: string): string =>
  `${tag}@${digest.replace(/^sha256:/, '').slice(0, 12)}`;

/** Types of package URLs whose versions have a revision of the packager behind that of the product, and the scheme that knows it. */
const REVISED: Record<string, { scheme: SchemeName | null; upstream: (version: string) => string }> = {
  deb: {
    scheme: 'debian',
    upstream: (version) =>
      version
        .replace(/^\d+:/, '')
        .replace(/-[^-]*$/, '')
        .replace(/[+~](?:dfsg|ds|repack|really|git|nmu).*$/s, ''),
  },
  rpm: { scheme: 'rpm', upstream: (version) => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '') },
  apk: { scheme: 'apk', upstream: (version) => version.replace(/-r\d+$/, '') },
  alpm: { scheme: 'alpm', upstream: (version) => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '') },
  brew: { scheme: null, upstream: (version) => version.split(',', 1)[0]!.replace(/_\d+$/, '') },
  bitnami: { scheme: null, upstream: (version) => version.replace(/-r?\d+$/, '') },
  gem: { scheme: null, upstream: gemVersion },
};

/**
 * Texts that may be the version of a component in its product, the first that the product knows counts: as it is written, then without what
 * the packager's additions. None for a digest; `16` for `16.x`.
 * @param scheme of the product
 */
export function versionTexts({ text, isTag, type, digest }: WrittenVersion, scheme: string): string[] {
  if (isDigest(text)) return [];
  if (isTag && scheme === 'date' && digest !== undefined) return [text, taggedDigest(text, digest)];
  const digits = /[x*]$/i.test(text) ? seriesDigits(text) : null;
  if (digits) return [digits.join('.')];
  if (isTag) {
    const form = /^v?\d/i.test(text) ? null : tagForm(text);
    return unique([text, withoutVariant(text), form === null || form.isDay ? '' : form.version]);
  }
  // Go's own version is written `go1.27`, and those of modules with a `v`, which a go.mod read here has lost.
  if (type === 'golang') return unique([text, `v${text.replace(/^(?:go|v)(?=\d)/, '')}`]);
  const revised = type !== null && Object.hasOwn(REVISED, type) ? REVISED[type]! : null;
  if (revised === null || revised.scheme === scheme) return [text];
  return unique([text, revised.upstream(text)]);
}

const unique = (texts: string[]) => [...new Set(texts.filter(Boolean))];

/**
 * The tag of an image without its variant: `1.30.1-alpine3.20`, `1.27.4-debian-12-r0`. The variant begins at the first word that says
 * nothing about the order of versions.
 */
function withoutVariant(tag: string): string {
  const parts = tag.split('-');
  const at = parts.findIndex((part, place) => place > 0 && isVariant(part));
  return at > 0 && /\d/.test(parts[0]!) ? parts.slice(0, at).join('-') : tag;
}

function isVariant(part: string): boolean {
  const [, word, digit] = /^([a-z]+)(\d?)/i.exec(part) ?? [];
  if (word === undefined) return false;
  const lower = word.toLowerCase();
  if (isStage(lower) || exactPrereleaseText(lower) !== undefined || postReleaseText(lower) !== undefined) return false;
  // `b2`, `p1` and `r4` are stages and patches.
  return lower.length > 1 || digit === '';
}

const DIGEST = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-f]{32,}$/i;

const isDigest = (version: string): boolean => DIGEST.test(version);

/** The text before the first digit: `v`, `RELEASE.`, `jdk-`. */
const prefixOf = (label: string): string => /^\D*/.exec(label)![0].toLowerCase();

/** Whether a tag that no product knows can be a version: `stable` and `bookworm-20240812` are none. */
function mayBeVersion(tag: string, latest: string | null): boolean {
  if (/^v?\d/i.test(tag)) return true;
  return latest !== null && /\d/.test(tag) && prefixOf(latest) !== '' && prefixOf(tag) === prefixOf(latest);
}

/**
 * Of the texts of a tag that no product knows the one that is its version: one that begins like the latest version, if there is one.
 * Undefined: none can be a version.
 */
export function likeliest([tag = '', ...shorter]: string[], latest: string | null): string | undefined {
  const versions = [...shorter, tag].filter((text) => mayBeVersion(text, latest));
  return versions.find((text) => latest !== null && prefixOf(text) === prefixOf(latest)) ?? versions[0];
}

/** A version written like another label of its product: `1.30.2` like `release-1.30.1` (which has `1.30.1`) is `release-1.30.2`. */
export function writtenLike(text: string, label: string, version: string): string {
  const bare = version.replace(/^v(?=\d)/i, '');
  const at = label.lastIndexOf(bare);
  if (at < 0 || bare === '') return text;
  return `${label.slice(0, at)}${text.replace(/^v(?=\d)/i, '')}${label.slice(at + bare.length)}`;
}
