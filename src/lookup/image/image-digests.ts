import { Injectable, Logger } from '@nestjs/common';
import { isPublicImage, sourceOf } from 'address-reader';
import { type Component, formatPurl, parsePurl } from 'inventory-reader';
import { sha256 } from '../../common/fingerprint';
import { SourceError } from '../../common/fetch/source-error';
import { SettingsError } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { SourceSettings } from '../../source/polling/source-settings';
import { type Asking, SourceAsker } from '../../source/preview/source-asker';
import { DockerTagsSettings, DockerTagsSource } from '../../source/sources/docker-tags.source';
import { type DigestRow, ImageDigestRepository } from './image-digest.repository';

/** Images that one upload asks for; the others have to wait for the next. */
const ASKED_AT_MOST = 20;
/** Seconds after which a registry is asked again that has not answered, or not to the end. */
const AGAIN_AFTER = 600;

/** Which version an image is whose tag does not say it: that of the tag in its registry that has the same digest. */
@Injectable()
export class ImageDigests {
  private readonly logger = new Logger(ImageDigests.name);

  constructor(
    private readonly config: Config,
    private readonly repository: ImageDigestRepository,
    private readonly asker: SourceAsker,
    private readonly settings: SourceSettings,
    private readonly source: DockerTagsSource,
  ) {}

  /**
   * The tags of versions that images have; null = none of the newest has the digest, undefined = it may be known later. What is not known yet is asked for, in ten seconds for all of them; how far that came is
   * remembered, and the next call goes on there. Nobody asks for an image twice that none of the tags is.
   */
  async tagsOf(components: Component[]): Promise<Map<Component, string | null | undefined>> {
    const images = components.flatMap((component) => wantedOf(component));
    if (images.length === 0) return new Map();
    const known = new Map<string, DigestRow>();
    for (const row of await this.repository.find([...new Set(images.map(({ image }) => image))]))
      known.set(keyOf(row), row);
    const open = new Map(images.filter((one) => isOpen(known.get(keyOf(one)))).map((one) => [keyOf(one), one]));
    const mayAsk = this.config.sources !== 'off';
    if (open.size > 0 && mayAsk) {
      const asking = this.asker.begin();
      const asked = [...open.values()].slice(0, ASKED_AT_MOST);
      const found = await Promise.all(asked.map((one) => this.ask(asking, one, known.get(keyOf(one))?.tried ?? 0)));
      for (const row of found) if (row !== null) known.set(keyOf(row), { ...row, age: 0 });
    }
    return new Map(
      images.flatMap((one) => {
        const row = known.get(keyOf(one));
        const isKnown = row !== undefined && (row.tag !== null || row.tried === null);
        return isKnown || mayAsk ? [[one.component, isKnown ? row.tag : undefined] as const] : [];
      }),
    );
  }

  /** @returns null when it cannot be asked for */
  private async ask(asking: Asking, { component, image, digest }: Wanted, tried: number) {
    const made = sourceOf(parsePurl(component.purl!), component);
    if (made?.type !== this.source.type) return null;
    try {
      const { settings } = this.settings.acceptNew(made);
      const of = settings as DockerTagsSettings;
      const found = await asking.hostOf(this.source, settings, (web) => this.source.findDigest(of, web, digest, tried));
      const row = { image, digest, ...found };
      await this.repository.note(row);
      return row;
    } catch (error) {
      if (error instanceof SettingsError) return null;
      if (!(error instanceof SourceError)) throw error;
      this.logger.debug({ msg: 'a registry was not asked for a digest', image: component.name, err: error });
      const row = { image, digest, tag: null, tried };
      await this.repository.note(row);
      return row;
    }
  }
}

interface Wanted {
  component: Component;
  /** As in the table. */
  image: string;
  digest: string;
}

/** The names of other images are no one else's business. */
function wantedOf(component: Component): Wanted[] {
  const { purl, digest } = component;
  if (purl === null || digest === undefined || !/^pkg:docker\//.test(purl)) return [];
  const bare = formatPurl({ ...parsePurl(purl), version: null });
  const isOfficial = /^pkg:docker\/[^/?@]+$/.test(bare);
  return isOfficial || isPublicImage(purl) ? [{ component, image: sha256(bare), digest }] : [];
}

const keyOf = ({ image, digest }: Pick<DigestRow, 'image' | 'digest'>) => `${image} ${digest}`;

const isOpen = (row: DigestRow | undefined) =>
  row === undefined || (row.tag === null && row.tried !== null && Number(row.age) >= AGAIN_AFTER);
