import { taggedDigest } from 'address-reader';
import { compareKeys } from 'version-order';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError, under } from '../../common/settings/settings';
import { imageUrls } from './package-urls';
import { fieldsOf, listOf, textOf } from '../../common/fetch/read';
import { DEFAULT_ORDERING } from '../../software/software.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { ImageRegistry } from './image-registry';
import { formOfTag, inOneForm } from './one-form';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** As of `findDigest`. */
interface FoundTag {
  tag: string | null;
  tried: number | null;
}

/** When Docker came out. */
const FIRST_IMAGES = '2013-03-20';
/** Tags that are asked for the digest of an image: the version that somebody runs is mostly one of the newest. */
const TRIED_AT_MOST = 30;
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
    title: 'Follow a tag',
    description:
      'A tag that moves, of an image without tags of versions: each image behind it is a version, such as latest@1f0a2b3c4d5e, by the day on which it was built. The product is to order its versions by date.',
    maxLength: 128,
    pattern: /^\w[\w.-]*$/,
    optional: true,
    examples: ['latest'],
  })
  tag?: string;

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

/** The tags of an image. */
export class DockerTagsSource extends RegistrySource<DockerTagsSettings> {
  readonly type = 'docker-tags';
  readonly title = 'Container images';
  readonly settingsClass = DockerTagsSettings;
  readonly listsEverything = true;
  override readonly readsInUse = true;
  protected readonly registry = 'dockerRegistryUrl';
  /** What a tag leads to is one of several products of the image. */
  protected readonly purls = ({ image, server, tag }: DockerTagsSettings) => (tag ? [] : imageUrls(image, server));

  override prepare(settings: DockerTagsSettings): Prepared<DockerTagsSettings> {
    const { user, password } = settings;
    const missing = user && !password ? 'password' : password && !user ? 'user' : null;
    if (missing) throw new SettingsError([{ field: missing, message: 'is required with the other of the two' }]);
    return super.prepare(settings);
  }

  async fetch(settings: DockerTagsSettings, web: SourceWeb, inUse: string[] = []): Promise<Release[]> {
    const registry = this.registryOf(settings, web);
    if (settings.tag) return [await followed(registry, settings.tag)];
    return inOneForm(await uniqueReleases(await registry.tags(), toRelease), inUse);
  }

  /**
   * The newest tag of a version that leads to an image, of at most `TRIED_AT_MOST`: one request each, after that for the list.
   * The newest is tried each time: it may be newer than the last time.
   * @param tried tags that were tried before
   * @returns the tag, null = none of them; and how many were tried by now, null = all
   * @throws SourceError when not even the list could be read
   */
  async findDigest(settings: DockerTagsSettings, web: SourceWeb, digest: string, tried: number): Promise<FoundTag> {
    const hub = settings.server ? null : this.config.dockerHubUrl;
    if (hub !== null) return listedTag(hub, settings.image, web, digest);
    const registry = this.registryOf(settings, web);
    const tags = newestFirst(await inOneForm(await uniqueReleases(await registry.tags(), toRelease), []));
    const places = tags.slice(0, TRIED_AT_MOST).keys();
    for (const at of [...places].filter((place) => place === 0 || place >= tried)) {
      try {
        if ((await registry.digestOf(tags[at]!)) === digest) return { tag: tags[at]!, tried: at };
      } catch (error) {
        if (!(error instanceof SourceError) || at <= tried) throw error;
        return { tag: null, tried: at };
      }
    }
    return { tag: null, tried: null };
  }

  private registryOf(settings: DockerTagsSettings, web: SourceWeb): ImageRegistry {
    const { image, user, password } = settings;
    return new ImageRegistry({ url: this.url(settings, 'v2', ...image.split('/')), image, user, password }, web);
  }
}

function toRelease(tag: unknown): Release[] {
  return OF_A_DIGEST.test(textOf(tag) ?? '') ? [] : oneRelease(tag);
}

/** Images that can be built twice alike say no day, or one of the last century: they have that on which they are seen. */
async function followed(registry: ImageRegistry, tag: string): Promise<Release> {
  const { digest, createdAt } = await registry.imageAt(tag);
  const now = new Date().toISOString();
  const isLikely = createdAt !== null && createdAt >= FIRST_IMAGES && createdAt <= now;
  const releasedAt = isLikely ? createdAt : `${now.slice(0, 10)}T00:00:00.000Z`;
  // `beta` and `nightly`, too: somebody chose to run it.
  return { version: taggedDigest(tag, digest), releasedAt, prerelease: false, notesUrl: null };
}

/** The site of Docker's registry lists the digests of the tags that were written last, by platform, too. */
async function listedTag(hub: string, image: string, web: SourceWeb, digest: string): Promise<FoundTag> {
  const url = `${under(hub, 'v2', 'repositories', ...image.split('/'), 'tags')}?page_size=100&ordering=last_updated`;
  const listed = listOf(fieldsOf(await web.json(url)).results, 'The list of tags').map((one) => fieldsOf(one));
  const versions = listed.filter(({ name }) => /^v?\d/i.test(textOf(name) ?? ''));
  const same = versions.filter(({ digest: whole, images }) =>
    [whole, ...(Array.isArray(images) ? images : []).map((one) => fieldsOf(one).digest)].includes(digest),
  );
  const [tag = null] = newestFirst(await uniqueReleases(same, ({ name }) => toRelease(name)));
  return { tag, tried: null };
}

/** Of several that name the same version the longest, which says most: `13.1.0` before `13.1`. */
function newestFirst(releases: Release[]): string[] {
  const ordering = orderingOf(DEFAULT_ORDERING);
  const tags = releases
    .filter(({ leftOut, version }) => leftOut === undefined && formOfTag(version) !== null)
    .map(({ version }) => version);
  const keyed = tags.map((tag) => ({ tag, key: ordering.read(tag).key }));
  return keyed.sort((a, b) => compareKeys(b.key, a.key) || b.tag.length - a.tag.length).map(({ tag }) => tag);
}
