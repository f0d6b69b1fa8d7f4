import { Injectable, Logger } from '@nestjs/common';
import { isPublicImage, sourceOf } from 'address-reader';
import { type Component, formatPurl, packageOf, parsePurl } from 'inventory-reader';
import { groupBy } from 'small-parts';
import { sha256 } from '../../common/fingerprint';
import { SourceError } from '../../common/fetch/source-error';
import { SettingsError } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { SourceSettings } from '../../source/polling/source-settings';
import { type Asking, SourceAsker } from '../../source/preview/source-asker';
import { DockerTagsSettings, DockerTagsSource } from '../../source/sources/docker-tags.source';
import { type DigestRow, ImageDigestRepository } from './image-digest.repository';

/** Seconds after which a registry is asked again that has not answered, or not to the end; and where none of its tags was the one: it may have come later. */
const AGAIN_AFTER = 600;
const NONE_AFTER = 86_400;
/** Of an answer that says that it never shows the image. */
const REFUSED = new Set<unknown>([401, 403, 404]);

/** What is known of an image: undefined = its registry has not said it yet. */
export type KnownTag = { tag: string | null } | undefined;

/** Which version an image is whose tag does not say it: that of the tag in its registry that has the same digest. */
@Injectable()
export class ImageDigests {
  private readonly logger = new Logger(ImageDigests.name);
  private isAsking = false;

  constructor(
    private readonly config: Config,
    private readonly repository: ImageDigestRepository,
    private readonly asker: SourceAsker,
    private readonly settings: SourceSettings,
    private readonly source: DockerTagsSource,
  ) {}

  /**
   * The tags of versions that images have, of those that may be asked for. What is not known yet is asked for, in ten seconds for all of them, of each host one
   * after the other; the next call goes on. One upload at a time asks: the others come again.
   */
  async tagsOf(components: Component[]): Promise<Map<Component, KnownTag>> {
    const images = components.flatMap((component) => wantedOf(component));
    if (images.length === 0) return new Map();
    const known = new Map<string, DigestRow>();
    for (const row of await this.repository.find([...new Set(images.map(({ image }) => image))]))
      known.set(keyOf(row), row);
    const mayAsk = this.config.sources !== 'off';
    const open = new Map(images.filter((one) => isOpen(known.get(keyOf(one)))).map((one) => [keyOf(one), one]));
    if (open.size > 0 && mayAsk && !this.isAsking) {
      this.isAsking = true;
      try {
        for (const row of await this.askAll([...open.values()], known)) known.set(keyOf(row), { ...row, age: 0 });
      } finally {
        this.isAsking = false;
      }
    }
    const told = images.map(({ component, ...one }) => [component, tagIn(known.get(keyOf(one)))] as const);
    return new Map(mayAsk ? told : told.filter(([, tag]) => tag !== undefined));
  }

  /** Those first that were never asked for, then those that wait longest. */
  private async askAll(open: Wanted[], known: ReadonlyMap<string, DigestRow>): Promise<Omit<DigestRow, 'age'>[]> {
    const ageOf = (one: Wanted) => Number(known.get(keyOf(one))?.age ?? Number.MAX_SAFE_INTEGER);
    const asking = this.asker.begin();
    const hosts = groupBy(
      open.sort((a, b) => ageOf(b) - ageOf(a)),
      ({ host }) => host,
    );
    const found: Omit<DigestRow, 'age'>[] = [];
    const askHost = async (wanted: Wanted[]) => {
      for (const one of wanted) {
        const before = known.get(keyOf(one));
        const row = await this.ask(asking, one, before?.tried ?? 0);
        if (row === 'over') return;
        // What all tags have said stays said until one of them is the one.
        found.push(before?.tried === null ? { ...row, tried: null } : row);
        await this.repository.note(found.at(-1)!);
      }
    };
    await Promise.all([...hosts.values()].map(askHost));
    return found;
  }

  /** @returns over: there is no time left for the host, or it is not to be asked now */
  private async ask(
    asking: Asking,
    { component, image, digest }: Wanted,
    tried: number,
  ): Promise<Omit<DigestRow, 'age'> | 'over'> {
    const made = sourceOf(parsePurl(component.purl!), component);
    const none = { image, digest, tag: null, tried: null };
    if (made?.type !== this.source.type) return none;
    try {
      const { settings } = this.settings.acceptNew(made);
      const of = settings as DockerTagsSettings;
      const found = await asking.hostOf(this.source, settings, (web) => this.source.findDigest(of, web, digest, tried));
      return { image, digest, ...found };
    } catch (error) {
      if (error instanceof SettingsError) return none;
      if (!(error instanceof SourceError)) throw error;
      this.logger.debug({ msg: 'a registry was not asked for a digest', image: component.name, err: error });
      if (error.code === 'timeout' || error.code === 'resting') return 'over';
      return REFUSED.has(error.code) ? none : { ...none, tried };
    }
  }
}

interface Wanted {
  component: Component;
  /** As in the table. */
  image: string;
  digest: string;
  /** Of its registry; empty = Docker's. */
  host: string;
}

/** The names of other images are no one else's business. */
function wantedOf(component: Component): Wanted[] {
  const { purl, digest } = component;
  if (purl === null || digest === undefined || !/^pkg:docker\//.test(purl)) return [];
  const image = packageOf(parsePurl(purl));
  const host = image.qualifiers?.repository_url ?? '';
  return isAnybodys(purl) ? [{ component, image: sha256(formatPurl(image)), digest, host }] : [];
}

/** Whether anybody may know of an image: it is public, or has the name of one of Docker's own. */
export const isAnybodys = (purl: string): boolean =>
  isPublicImage(purl) || /^pkg:docker\/[^/?@]+$/.test(formatPurl(packageOf(parsePurl(purl))));

const keyOf = ({ image, digest }: Pick<DigestRow, 'image' | 'digest'>) => `${image} ${digest}`;

const isOpen = (row: DigestRow | undefined) =>
  row === undefined || (row.tag === null && Number(row.age) >= (row.tried === null ? NONE_AFTER : AGAIN_AFTER));

const tagIn = (row: DigestRow | undefined): KnownTag =>
  row === undefined || (row.tag === null && row.tried !== null) ? undefined : { tag: row.tag };
