import { ReleaseSource } from '../../common/plugin/marks';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, under, withCheckedServer } from '../../common/settings/settings';
import { cyclesOf } from './endoflife-cycles';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, objectsOf, textOf } from './read';
import { type Release, Source, type SourceAnswer } from './source';
import type { SourceWeb } from './source-web';
import { uniqueReleases } from './unique';

const SERVER = 'https://endoflife.date/';

export class EndoflifeSettings {
  @Setting({
    title: 'Product',
    description: 'The name of the product in the address of its page on endoflife.date.',
    format: 'text',
    maxLength: 100,
    pattern: /^[a-z0-9][a-z0-9._+-]{0,99}$/,
    examples: ['postgresql'],
  })
  product!: string;

  @Setting({
    title: 'Server',
    description: 'The base address of a copy of endoflife.date.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    default: SERVER,
    examples: [SERVER],
  })
  server?: string;
}

/**
 * The latest version of each release cycle of a product, or the cycle itself where no version is listed:
 * https://endoflife.date/docs/api/v1/ (operation `product`). Older versions of a cycle are not listed.
 */
@ReleaseSource()
export class EndoflifeSource extends Source<EndoflifeSettings> {
  readonly type = 'endoflife';
  readonly title = 'endoflife.date';
  readonly settingsClass = EndoflifeSettings;
  readonly listsEverything = false;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: EndoflifeSettings): Prepared<EndoflifeSettings> {
    return withCheckedServer(this.http, settings);
  }

  async fetch(settings: EndoflifeSettings, web: SourceWeb): Promise<Release[]> {
    return (await this.fetchAll(settings, web)).releases;
  }

  override async fetchAll({ product, server = SERVER }: EndoflifeSettings, web: SourceWeb): Promise<SourceAnswer> {
    const answer = fieldsOf(await web.json(under(server, 'api', 'v1', 'products', product)));
    const { releases } = fieldsOf(answer.result, 'The result');
    const listed = objectsOf(releases, 'The list of releases');
    return { releases: await uniqueReleases(listed, toRelease), cycles: cyclesOf(listed) };
  }
}

function toRelease(cycle: Fields): Release[] {
  const latest = isFields(cycle.latest) ? cycle.latest : null;
  const version = textOf(latest?.name);
  if (version !== null)
    return [{ version, releasedAt: dateOf(latest?.date), prerelease: null, notesUrl: linkOf(latest?.link) }];
  const name = textOf(cycle.name);
  const releasedAt = dateOf(cycle.releaseDate);
  // Future cycles are listed too.
  const begun = releasedAt !== null && Date.parse(releasedAt) <= Date.now();
  return name !== null && begun ? [{ version: name, releasedAt, prerelease: null, notesUrl: null }] : [];
}
