import { ServerSetting, Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { cyclesOf } from './endoflife-cycles';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, objectsOf, textOf } from '../../common/fetch/read';
import { oneRelease, type Release, type SourceAnswer, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

const SERVER = 'https://endoflife.date/';

export class EndoflifeSettings {
  @Setting({
    title: 'Product',
    description: 'The name of the product in the address of its page on endoflife.date.',
    maxLength: 100,
    pattern: /^[a-z0-9][a-z0-9._+-]{0,99}$/,
    examples: ['postgresql'],
  })
  product!: string;

  @ServerSetting('The base address of a copy of endoflife.date.', SERVER)
  server?: string;
}

/**
 * The latest version of each release cycle of a product, or the cycle itself where no version is listed:
 * https://endoflife.date/docs/api/v1/ (operation `product`). Older versions of a cycle are not listed.
 */
export class EndoflifeSource extends AddressedSource<EndoflifeSettings> {
  readonly type = 'endoflife';
  readonly title = 'endoflife.date';
  readonly settingsClass = EndoflifeSettings;
  readonly listsEverything = false;

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
  const { name, date, link }: Fields = isFields(cycle.latest) ? cycle.latest : {};
  if (textOf(name) !== null) return oneRelease(name, { releasedAt: dateOf(date), notesUrl: linkOf(link) });
  const releasedAt = dateOf(cycle.releaseDate);
  // Future cycles are listed too.
  const begun = releasedAt !== null && Date.parse(releasedAt) <= Date.now();
  return begun ? oneRelease(cycle.name, { releasedAt }) : [];
}
