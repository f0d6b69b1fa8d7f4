import { Injectable } from '@nestjs/common';
import { changelogFormat, type ChangelogSection, NOTE_FORMATS, type NoteFormat } from 'release-text';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { checkedUrl, type Prepared } from '../../common/settings/settings';
import { notesOf, type Release, Source } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';
import { ChangelogSplitter } from '../../version/release-notes/text/note-reader';

const MAX_BYTES = 4 * 1024 * 1024;
const ACCEPT = 'text/markdown, text/x-rst, text/plain, text/html;q=0.9, */*;q=0.5';

export class ChangelogSettings {
  @Setting({
    title: 'Address',
    description:
      'The address of the file itself, of at most 4 MB: not that of a page that shows it between other things.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://www.example.com/project/CHANGELOG.md'],
  })
  url!: string;

  @Setting({
    title: 'Format',
    description: 'Without it, the name of the file says it, or what is in it.',
    maxLength: 16,
    values: NOTE_FORMATS,
    optional: true,
    examples: ['rst'],
  })
  format?: NoteFormat;
}

/** A changelog file at an address: its sections as releases. It is not a source of products, since it has only notes. */
@Injectable()
export class ChangelogSource extends Source<ChangelogSettings> {
  readonly type = 'changelog';
  readonly title = 'A changelog file';
  readonly settingsClass = ChangelogSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly splitter: ChangelogSplitter,
  ) {
    super();
  }

  override prepare(settings: ChangelogSettings): Prepared<ChangelogSettings> {
    return { settings: { ...settings, url: checkedUrl(this.http, 'url', settings.url) } };
  }

  async fetch({ url, format: given }: ChangelogSettings, web: SourceWeb): Promise<Release[]> {
    const { body } = await web.get(url, { accept: ACCEPT, maxBytes: MAX_BYTES });
    const { origin, pathname } = new URL(url);
    const format = given ?? changelogFormat(pathname, body);
    const sections = await this.sectionsOf(body, format);
    if (sections.length === 0) throw new SourceError('The file has no headings with versions', null, 'format');
    return sections.map((section) => ({
      version: section.version,
      releasedAt: section.releasedAt && `${section.releasedAt}T00:00:00.000Z`,
      prerelease: null,
      // Without a query, which may hold a secret of whoever set it.
      notesUrl: section.url ?? origin + pathname,
      notes: notesOf(section.text, format),
    }));
  }

  private async sectionsOf(text: string, format: NoteFormat): Promise<ChangelogSection[]> {
    try {
      return await this.splitter.split(text, format);
    } catch {
      throw new SourceError('The file takes too long to read', null, 'format');
    }
  }
}
