import { Logger } from '@nestjs/common';
import type { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { Setting } from '../../src/common/settings/setting';
import { type Prepared, under, withCheckedServer } from '../../src/common/settings/settings';
import { fieldsOf, objectsOf, textOf } from '../../src/common/fetch/read';
import { type Release, Source, uniqueReleases } from '../../src/source/sources/source';
import { SourceError } from '../../src/common/fetch/source-error';
import type { SourceWeb } from '../../src/common/fetch/source-web';
import { halvesOf, type Stage } from '../source/sources/stage';

const TOKEN = 'canary-loft-0123456789';

class LoftSettings {
  @Setting({
    title: 'Server',
    description: 'The address of the loft.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://loft.example.com/'],
  })
  server!: string;

  @Setting({
    title: 'Token',
    description: 'From its keeper.',
    format: 'text',
    maxLength: 100,
    secret: true,
    examples: ['coo0123456789'],
  })
  token!: string;
}

/** As it has to be. Not in the list of sources: it is there to be broken. Its pages name the next one in their text. */
export class LoftSource extends Source<LoftSettings> {
  readonly type: string = 'loft';
  readonly title = 'Loft';
  readonly settingsClass = LoftSettings;
  readonly listsEverything = true;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: LoftSettings): Prepared<LoftSettings> {
    return withCheckedServer(this.http, settings);
  }

  async fetch({ server, token }: LoftSettings, web: SourceWeb): Promise<Release[]> {
    const headers = { authorization: `Bearer ${token}` };
    return uniqueReleases(await this.entries(under(server, 'letters'), web, headers), ({ name }) => {
      const version = textOf(name);
      return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null }];
    });
  }

  protected entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    return web.pages(url, 5, { headers, entriesOf: lettersOf, next: nextOf });
  }
}

const lettersOf = (page: unknown) => objectsOf(fieldsOf(page).letters, 'The list of letters');
const nextOf = (page: unknown) => textOf(fieldsOf(page).next);

/** What is on other pages counts as withdrawn. */
export class FirstPageSource extends LoftSource {
  protected override async entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    return lettersOf(await web.json(url, { headers }));
  }
}

/** The same, for who writes the loop himself and thinks of whole addresses only. */
export class WholeAddressSource extends LoftSource {
  protected override async entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    const found = [];
    let next: string | null = url;
    for (let page = 0; next?.startsWith('http') && page < 5; page++) {
      const answer = await web.json(next, { headers });
      found.push(...lettersOf(answer));
      next = nextOf(answer);
    }
    return found;
  }
}

/** A new letter on the second page is never seen: the first one has not changed. */
export class FirstValidatorsSource extends LoftSource {
  protected override async entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    const found = [];
    let here: string | null = url;
    for (let page = 0; here !== null; page++) {
      if (page === 5) {
        web.notice = 'Only the first five pages were read';
        break;
      }
      const answer = await web.json(here, { headers, changesWithFirst: true });
      found.push(...lettersOf(answer));
      const next: string | null = nextOf(answer);
      here = next === null ? null : new URL(next, here).href;
    }
    return found;
  }
}

/** Around the guard of addresses and all limits. */
export class FetchingSource extends LoftSource {
  protected override async entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    await (await fetch(`${url}/seen`, { headers })).text();
    return super.entries(url, web, headers);
  }
}

/** What it was sent, for everybody who sees the product. */
export class RepeatingSource extends LoftSource {
  protected override async entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    const { body } = await web.get(url, { headers });
    try {
      lettersOf(JSON.parse(body));
    } catch {
      throw new SourceError(`The loft said ${body.slice(0, 100)}`, null, 'format');
    }
    return super.entries(url, web, headers);
  }
}

export class LoggingSource extends LoftSource {
  protected override entries(url: string, web: SourceWeb, headers: Record<string, string>) {
    new Logger('Loft').log({ msg: 'asking', headers });
    return super.entries(url, web, headers);
  }
}

export const loftStage: Stage = {
  settings: (base) => ({ server: `${base}/`, token: TOKEN }),
  serve: ({ path, headers }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return [401, {}, '{"error":"who are you?"}'];
    if (path !== '/letters') return [404, {}, '{"error":"no such loft"}'];
    return [200, {}, JSON.stringify({ letters: ['1.0', '1.1', '2.0', '2.1'].map((name) => ({ name })) })];
  },
  pages: {
    halves: halvesOf('letters'),
    withNext: (page, next) => JSON.stringify({ ...(JSON.parse(page) as object), next }),
  },
  expected: { count: 4, releases: [{ version: '2.1', releasedAt: null, prerelease: null, notesUrl: null }] },
};
