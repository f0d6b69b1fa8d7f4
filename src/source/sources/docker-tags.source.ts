import { parseUrl } from 'small-parts';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { imageUrls } from './package-urls';
import { fieldsOf, listOf, textOf } from '../../common/fetch/read';
import { inOneForm } from './one-form';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import { linkedPage } from '../../common/fetch/response-headers';
import type { SourceWeb, WebResponse } from '../../common/fetch/source-web';

/** Some registries refuse larger pages, and others truncate them. */
const PER_PAGE = 1_000;
/** Pages of tags, which leaves two requests for the token. */
const MAX_PAGES = 28;
/**
 * Tags that name a digest hold signatures, attestations and bills of materials of cosign
 * (https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md#tag-based-discovery), or referrers
 * (https://github.com/opencontainers/distribution-spec/blob/main/spec.md#referrers-tag-schema).
 */
const OF_A_DIGEST = /^sha(256|512)-[0-9a-f]{32,}(\.\w+)?$/;

export class DockerTagsSettings {
  @Setting({
    title: 'Image',
    description: 'The name of the image in its registry. Official images of Docker begin with library/.',
    maxLength: 255,
    pattern: /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/,
    examples: ['library/nginx'],
  })
  image!: string;

  @RegistryServer('a registry of container images', 'DOCKER_REGISTRY_URL')
  server?: string;

  @Setting({
    title: 'User',
    description: 'The user name at the registry, for images that are not public.',
    maxLength: 255,
    pattern: /^[^:]+$/,
    optional: true,
    examples: ['reader'],
  })
  user?: string;

  @Setting({
    title: 'Password',
    description: 'The password or access token of the user.',
    maxLength: 2048,
    secret: true,
    optional: true,
    examples: ['dckr_pat_000000000000000000000000000'],
  })
  password?: string;
}

/**
 * The tags of an image, by the distribution API: https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-tags with
 * tokens by https://distribution.github.io/distribution/spec/auth/token/. Tags have no dates and are sorted by name, so all pages are
 * needed.
 */
export class DockerTagsSource extends RegistrySource<DockerTagsSettings> {
  readonly type = 'docker-tags';
  readonly title = 'Container images';
  readonly settingsClass = DockerTagsSettings;
  readonly listsEverything = true;
  override readonly readsInUse = true;
  protected readonly registry = 'dockerRegistryUrl';
  protected readonly purls = ({ image, server }: DockerTagsSettings) => imageUrls(image, server);

  override prepare(settings: DockerTagsSettings): Prepared<DockerTagsSettings> {
    const { user, password } = settings;
    const missing = user && !password ? 'password' : password && !user ? 'user' : null;
    if (missing) throw new SettingsError([{ field: missing, message: 'is required with the other of the two' }]);
    return super.prepare(settings);
  }

  async fetch(settings: DockerTagsSettings, web: SourceWeb, inUse: string[] = []): Promise<Release[]> {
    const first = `${this.url(settings, 'v2', ...settings.image.split('/'), 'tags', 'list')}?n=${PER_PAGE}`;
    const answer = await web.get(first, { accept: 'application/json', expect: [401] });
    const isOpen = answer.status !== 401;
    const tags = await web.pages(first, MAX_PAGES, {
      ...(isOpen
        ? { first: answer }
        : { headers: { authorization: await authorization(challengesOf(answer), settings, first, web) } }),
      entriesOf: tagsOf,
      next: (page, response, url) => linkedPage(page, response) ?? afterFullPage(tagsOf(page), first, url),
    });
    return inOneForm(await uniqueReleases(tags, toRelease), inUse);
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

function toRelease(tag: unknown): Release[] {
  return OF_A_DIGEST.test(textOf(tag) ?? '') ? [] : oneRelease(tag);
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
  settings: DockerTagsSettings,
  registry: string,
  web: SourceWeb,
): Promise<string> {
  const { user, password } = settings;
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
  realm.searchParams.set('scope', `repository:${settings.image}:pull`);
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
