import { parseUrl } from 'small-parts';
import { sha256 } from '../../common/fingerprint';
import { dateOf, type Fields, fieldsOf, listOf, textOf } from '../../common/fetch/read';
import { headerOf, linkedPage } from '../../common/fetch/response-headers';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb, WebResponse } from '../../common/fetch/source-web';

/** Some registries refuse larger pages, and others truncate them. */
const PER_PAGE = 1_000;
/** Pages of tags, which leaves two requests for the token. */
const MAX_PAGES = 28;

/** All kinds of images: a registry answers with the digest of the kind that it may send. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** An image in its registry, and who asks. */
export interface ImagePlace {
  /** Of the image, without an ending slash: `https://registry.example/v2/owner/name`. */
  url: string;
  image: string;
  user?: string;
  password?: string;
}

/**
 * A registry of images, by the distribution API: https://github.com/opencontainers/distribution-spec/blob/main/spec.md with tokens by
 * https://distribution.github.io/distribution/spec/auth/token/.
 */
export class ImageRegistry {
  private headers: Record<string, string> | undefined;

  constructor(
    private readonly place: ImagePlace,
    private readonly web: SourceWeb,
  ) {}

  /** Tags have no dates and are sorted by name, so all pages are needed. @throws SourceError, NotModified */
  async tags(): Promise<unknown[]> {
    const first = `${this.place.url}/tags/list?n=${PER_PAGE}`;
    const answer = await this.web.get(first, { accept: 'application/json', expect: [401] });
    if (answer.status === 401) await this.authorize(answer, first);
    return this.web.pages(first, MAX_PAGES, {
      ...(this.headers ? { headers: this.headers } : { first: answer }),
      entriesOf: tagsOf,
      next: (page, response, url) => linkedPage(page, response) ?? afterFullPage(tagsOf(page), first, url),
    });
  }

  /** The digest of what a tag leads to, for one request after `tags`; null = there is no such tag, or the registry does not say. @throws SourceError */
  async digestOf(tag: string): Promise<string | null> {
    const url = `${this.place.url}/manifests/${encodeURIComponent(tag)}`;
    const answer = await this.web.get(url, { method: 'HEAD', accept: MANIFESTS, headers: this.headers, expect: [404] });
    return answer.status === 404 ? null : headerOf(answer, 'docker-content-digest');
  }

  /** What a tag leads to, and when that was built, as it says itself. One HEAD while it leads where it did. @throws SourceError, NotModified */
  async imageAt(tag: string): Promise<{ digest: string; createdAt: string | null }> {
    const url = `${this.place.url}/manifests/${encodeURIComponent(tag)}`;
    const ask = (method: 'HEAD' | 'GET', expect: number[] = []) =>
      this.web.get(url, { method, accept: MANIFESTS, headers: this.headers, expect });
    const first = await ask('HEAD', [401]);
    if (first.status === 401) await this.authorize(first, url);
    const named = headerOf(first.status === 401 ? await ask('HEAD') : first, 'docker-content-digest');
    const digest = named ?? `sha256:${sha256((await ask('GET')).body)}`;
    if (!DIGEST.test(digest)) throw new SourceError('The registry names no digest', null, 'format');
    this.web.settle(digest);
    const whole = await this.part('manifests', digest);
    const image = Array.isArray(whole.manifests) ? await this.oneOf(whole.manifests) : whole;
    const config = textOf(fieldsOf(image.config ?? {}).digest);
    return { digest, createdAt: config === null ? null : dateOf((await this.part('blobs', config)).created) };
  }

  /** Of the images of several platforms that of the most usual one. */
  private async oneOf(images: unknown[]): Promise<Fields> {
    const usual = images.find((one) => {
      const { os, architecture } = fieldsOf(fieldsOf(one).platform ?? {});
      return os === 'linux' && architecture === 'amd64';
    });
    const digest = textOf(fieldsOf(usual ?? images[0] ?? {}).digest);
    return digest === null ? {} : this.part('manifests', digest);
  }

  /** What a digest names changes together with what the tag leads to. */
  private async part(kind: 'manifests' | 'blobs', digest: string): Promise<Fields> {
    if (!DIGEST.test(digest)) throw new SourceError('The registry names no digest', null, 'format');
    const accept = kind === 'manifests' ? MANIFESTS : '*/*';
    const request = { accept, headers: this.headers, changesWithFirst: true };
    return fieldsOf(await this.web.json(`${this.place.url}/${kind}/${digest}`, request), 'What an image is made of');
  }

  private async authorize(answer: WebResponse, url: string): Promise<void> {
    this.headers = { authorization: await authorization(challengesOf(answer), this.place, url, this.web) };
  }
}

/** Some registries (Nexus) do not name the next page: a page with as many tags as were asked for may have one, unless it is the same again. */
function afterFullPage(tags: unknown[], first: string, url: string): string | null {
  const last = textOf(tags.at(-1));
  if (tags.length !== PER_PAGE || last === null) return null;
  const next = `${first}&last=${encodeURIComponent(last)}`;
  return next === url ? null : next;
}

/** Some registries return null instead of an empty list. */
function tagsOf(answer: unknown): unknown[] {
  const { tags } = fieldsOf(answer);
  return listOf(tags === null ? [] : tags, 'The list of tags');
}

interface Challenge {
  scheme: string;
  parameters: Map<string, string>;
}

/** A scheme, or a parameter of the scheme before it. */
const CHALLENGE_PART = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s",]*)))?/g;

/** The challenges of `WWW-Authenticate`, in one header or several (RFC 9110, section 11.6.1). */
function challengesOf(answer: WebResponse): Challenge[] {
  const text = [answer.headers['www-authenticate'] ?? []].flat().join(', ').slice(0, 4_096);
  const challenges: Challenge[] = [];
  for (const [, name, quoted, plain] of text.matchAll(CHALLENGE_PART)) {
    const value = quoted ?? plain;
    if (value === undefined) challenges.push({ scheme: name!.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name!.toLowerCase(), value);
  }
  return challenges;
}

/** The `Authorization` header for the first challenge that we can meet. */
async function authorization(
  challenges: Challenge[],
  { user, password, image }: ImagePlace,
  registry: string,
  web: SourceWeb,
): Promise<string> {
  const basic = user && password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null;
  const challenge = challenges.find(({ scheme }) => scheme === 'bearer' || (scheme === 'basic' && basic !== null));
  if (basic !== null && challenge?.scheme === 'basic') return basic;
  const realm = parseUrl(challenge?.parameters.get('realm') ?? '');
  if (!realm) throw new SourceError('The source requires valid credentials (401)', null, 401);
  if (new URL(registry).protocol === 'https:' && realm.protocol !== 'https:')
    throw new SourceError('The token server of the registry does not use https', null, 401);
  const service = challenge?.parameters.get('service');
  if (service) realm.searchParams.set('service', service);
  // Read access to this image only, whatever the registry proposes.
  realm.searchParams.set('scope', `repository:${image}:pull`);
  return `Bearer ${await tokenFrom(realm.href, basic, web)}`;
}

async function tokenFrom(url: string, basic: string | null, web: SourceWeb): Promise<string> {
  const headers: Record<string, string> = basic ? { authorization: basic } : {};
  const response = fieldsOf(await web.json(url, { headers, credentialsHere: true }), 'The token');
  const token = textOf(response.token) ?? textOf(response.access_token);
  // RFC 6750, section 2.1: anything else is no valid header.
  if (token !== null && token.length <= 16_384 && /^[\w.~+/-]+=*$/.test(token)) return token;
  throw new SourceError('The registry returned no token', null, 'format');
}
