import { parsePurl, PurlError } from 'inventory-reader';
import { isLine, NO_LINE, parseUrl, withoutSlashes } from 'small-parts';
import {
  AddressError,
  type AddressReading,
  type Candidate,
  github,
  gitlab,
  gitTags,
  image,
  packaged,
  reading,
} from './candidate';
import { packageIn, prefixedPackage, type Registries } from './registries';
import { webAddress } from './web-address';

export const MAX_ADDRESS = 2_000;

/** What people copy together with an address: quotation marks, angle brackets, a full stop at the end of a sentence. */
const BEFORE = /^[\s"'`<(\u200b\ufeff]+/;
const BEHIND = /(?<![\s"'`>),;\u200b\ufeff])[\s"'`>),;\u200b\ufeff]+$/;
const unwrapped = (text: string) => text.replace(BEFORE, '').replace(BEHIND, '');

/** Commands that are copied with what they install; the kind of package that each takes, as of `packageIn`. */
const COMMANDS: [RegExp, string | null][] = [
  [/^(?:\$\s+)?git\s+clone\s+(?:-\S+\s+)*/, null],
  [/^(?:\$\s+)?(?:docker|podman|nerdctl)\s+(?:image\s+)?pull\s+/, 'docker'],
  [/^(?:\$\s+)?helm\s+repo\s+add\s+\S+\s+/, null],
  [/^(?:\$\s+)?(?:npm\s+(?:i|install|add)|yarn\s+add|pnpm\s+add)\s+(?:-\S+\s+)*/, 'npm'],
  [/^(?:\$\s+)?(?:pip3?|pipx|uv\s+pip)\s+install\s+(?:-\S+\s+)*/, 'pypi'],
  [/^(?:\$\s+)?cargo\s+(?:add|install)\s+(?:-\S+\s+)*/, 'cargo'],
  [/^(?:\$\s+)?gem\s+install\s+/, 'gem'],
  [/^(?:\$\s+)?composer\s+require\s+/, 'composer'],
  [/^(?:\$\s+)?go\s+(?:get|install)\s+/, 'golang'],
  [/^(?:\$\s+)?dotnet\s+add\s+package\s+/, 'nuget'],
  [/^(?:\$\s+)?brew\s+install\s+--cask\s+/, 'cask'],
  [/^(?:\$\s+)?brew\s+install\s+/, 'brew'],
];

/**
 * What an address means that somebody has pasted: of a repository, an image, a package, a feed or a page. Asks nobody.
 * @throws AddressError
 */
export function readAddress(text: string, registries: Registries): AddressReading {
  if (text.length > MAX_ADDRESS) throw new AddressError(`must not be longer than ${MAX_ADDRESS} characters`);
  const given = unwrapped(text);
  if (given === '') throw new AddressError('must not be empty');
  const command = COMMANDS.find(([form]) => form.test(given));
  const bare = command ? unwrapped(given.replace(command[0], '')) : given;
  if (!isLine(bare)) throw new AddressError(NO_LINE);
  if (/\s/.test(bare))
    throw new AddressError('must not have spaces inside; to find a product by its name, search for it');
  const found = (command?.[1] && installed(command[1], bare)) || anyForm(bare, registries);
  if (found) return found;
  throw new AddressError('is no address; to find a product by its name, search for it');
}

/** An image that is pulled has the forms of any other. */
const installed = (prefix: string, text: string) =>
  prefix === 'docker' ? imageReference(text) : packageIn(prefix, text);

function anyForm(text: string, registries: Registries): AddressReading | null {
  if (/^pkg:/i.test(text)) return packageUrl(text);
  const web = /^(?:git\+|feed:)?(https?:\/\/.*)$/i.exec(text)?.[1];
  if (web !== undefined) return webText(web, registries);
  const cloned = cloneAddress(text);
  if (cloned !== null) return webText(cloned, registries, true);
  const other = /^(?:oci|docker):\/\/(.+)$/i.exec(text)?.[1];
  if (other !== undefined) return imageReference(other);
  if (text.includes('://')) throw new AddressError('must begin with https://, or be another kind of address');
  return prefixedPackage(text) ?? withoutScheme(text, registries);
}

/** `git@host:path`, `ssh://git@host/path`, `git://host/path`: as people read it, over https. */
function cloneAddress(text: string): string | null {
  const [, scpHost, scpPath] = /^[\w.-]+@([\w.-]+):(?!\/\/)\/?([^/]+\/.+)$/.exec(text) ?? [];
  if (scpHost !== undefined) return `https://${scpHost}/${scpPath!}`;
  const [, host, path] = /^(?:git\+)?(?:ssh|git):\/\/(?:[^@/]+@)?([\w.-]+)(?::\d+)?\/(.+)$/i.exec(text) ?? [];
  return host === undefined ? null : `https://${host}/${path!}`;
}

function webText(text: string, registries: Registries, isCloned = false): AddressReading {
  const url = parseUrl(text);
  if (!url) throw new AddressError('is not a valid web address');
  if (url.username || url.password)
    throw new AddressError('must not have a user name or password in it: those are settings of the source');
  const found = webAddress(url, registries);
  const isGit = isCloned || /\.git\/?$/i.test(url.pathname);
  // Whatever else the server is, a repository can be cloned from it.
  return isGit ? { ...found, candidates: [...found.candidates, ...cloneOf(url, found.candidates)] } : found;
}

const cloneOf = (url: URL, known: Candidate[]) =>
  known.some((one) => one.kind === 'source') || url.pathname.length < 2
    ? []
    : [gitTags(new URL(url.origin + withoutSlashes(url.pathname)))];

function packageUrl(text: string): AddressReading {
  try {
    const purl = parsePurl(text);
    const name = purl.namespace === null ? purl.name : `${purl.namespace}/${purl.name}`;
    const candidate = packaged(purl, { name, purl: text, version: purl.version });
    return { candidates: candidate === null ? [] : [candidate], version: purl.version, purl: text };
  } catch (error) {
    if (!(error instanceof PurlError)) throw error;
    throw new AddressError(`is not a package URL: ${error.message}`);
  }
}

/** `[host/]path[:tag][@digest]` */
const REFERENCE =
  /^(?:(?<host>[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*(?::\d{1,5})?)\/)?(?<path>[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*)(?::(?<tag>\w[\w.-]{0,127}))?(?<digest>@[a-z0-9+._-]+:[0-9a-f]{32,128})?$/i;

function imageReference(text: string): AddressReading | null {
  const groups = REFERENCE.exec(text)?.groups;
  if (!groups) return null;
  const { host, path = '', tag } = groups;
  const isHost = host !== undefined && /[.:]|^localhost$/.test(host);
  const name = (isHost || host === undefined ? path : `${host}/${path}`).toLowerCase();
  const registry = isHost && !/^(?:[\w-]+\.)?docker\.io$/i.test(host) ? host.toLowerCase() : null;
  return reading([image(name, registry)], tag ?? null);
}

const HOST =
  /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;
const OWNED = /^([A-Za-z0-9-]{1,39})\/([\w.-]{1,100})\/?$/;

function withoutScheme(text: string, registries: Registries): AddressReading | null {
  if (/^@[\w.~-]+\/[\w.~-]+/.test(text)) return packageIn('npm', text);
  // Of an image, a tag or a digest is behind the last slash.
  const isTagged = text.includes('/') && /[:@]/.test(text.slice(text.lastIndexOf('/')));
  if (HOST.test(text)) return (isTagged && imageReference(text)) || hostText(text, registries);
  // `name:tag` and `owner/name:tag` are images; a word alone may be anything.
  if (/[:@]/.test(text)) return imageReference(text);
  const [, owner, name] = OWNED.exec(text) ?? [];
  if (owner !== undefined) return reading(repositoryOrImage(`${owner}/${name!.replace(/\.git$/i, '')}`));
  return /^[\w.-]+(?:\/[\w.-]+){2,20}$/.test(text) ? reading([gitlab(text.replace(/\.git$/i, ''))]) : null;
}

function repositoryOrImage(path: string): Candidate[] {
  const repository = github(path);
  return /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/.test(path)
    ? [repository, image(path, null)]
    : [repository];
}

/** A web address without `https://`: a host alone is one if it looks like one, and not like a file or a version. */
function hostText(text: string, registries: Registries): AddressReading | null {
  if (!text.includes('/') && /^\d|\.(?:js|py|rs|go|sh|json|ya?ml|txt|md)$/i.test(text) && !text.includes(':'))
    return null;
  return webText(`https://${text}`, registries);
}
