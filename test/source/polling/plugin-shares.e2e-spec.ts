import { PluginCalls } from '../../../src/app/plugin/plugin-calls';
import { PluginSource } from '../../../src/app/plugin/plugin-source';
import { LEASE_SECONDS, SourceHostRepository } from '../../../src/source/polling/source-host.repository';
import { destinationOf } from '../../../src/source/polling/source-settings';
import { type Release, Source } from '../../../src/source/sources/source';
import { SourceError } from '../../../src/common/fetch/source-error';
import { SourceWeb } from '../../../src/common/fetch/source-web';
import { useApp } from '../../setup/app';

class NoSettings {}

/** Asks one address, and never ends where that cannot be reached. */
class HangingSource extends Source {
  readonly type = 'hanging';
  readonly title = 'A source that hangs';
  readonly settingsClass = NoSettings;
  readonly listsEverything = true;

  async fetch(_settings: NoSettings, web: SourceWeb): Promise<Release[]> {
    await web.get('https://a.example/releases', { headers: { authorization: 'Bearer t' } }).catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error;
    });
    return new Promise(() => undefined);
  }
}

const hanging = (plugin: string) =>
  new PluginSource(new HangingSource(), { calls: new PluginCalls(plugin, false), docs: 'https://a.example/' });

describe('hosts of the sources of plug-ins', () => {
  const test = useApp();
  const hosts = () => test.app.get(SourceHostRepository);

  /** All are due; the later ones have waited for less. */
  const makeDue = async (names: string[]) => {
    for (const [index, name] of names.entries())
      await test.database.transaction((sql) => hosts().makeDue(sql, name, index - 1_000));
  };
  const numbered = (count: number, ending: string) =>
    Array.from({ length: count }, (_, index) => `h${String(index).padStart(2, '0')}.example${ending}`);

  it('are theirs alone, also with credentials', async () => {
    const source = hanging('tracker-slow');
    expect(await destinationOf(source, {}, () => null)).toBe('a.example#plugin:tracker-slow');
    expect(await destinationOf(source, {}, () => 'c0ffee00')).toBe('a.example#c0ffee00#plugin:tracker-slow');
    expect(await destinationOf(new HangingSource(), {}, () => null)).toBe('a.example');
  });

  it('are claimed up to the share of a plug-in, and those of others go on', async () => {
    const slow = numbered(70, '#plugin:tracker-slow');
    const others = [...numbered(3, '#plugin:tracker-other'), ...numbered(40, '')];
    await makeDue([...slow, ...others]);
    const claimed: string[] = [];
    const claim = async () => {
      const found = (await hosts().claimDue(64 - claimed.length, claimed)).map(({ host }) => host);
      claimed.push(...found);
      return found;
    };
    expect(await claim()).toEqual(slow.slice(0, 16));
    expect((await claim()).sort()).toEqual([...others].sort());
    expect(await claim()).toEqual([]);
    // When one of them is done, there is room for another one.
    claimed.shift();
    expect(await claim()).toEqual([slow[16]]);
  });
});

describe('a source of a plug-in that never ends', () => {
  afterEach(() => jest.useRealTimers());

  it('has failed well within the lease of its host', async () => {
    jest.useFakeTimers();
    const calls = new PluginCalls('tracker-slow', false);
    const source = new PluginSource(new HangingSource(), { calls, docs: 'https://a.example/' });
    const http = { request: () => Promise.reject(new SourceError('away', null, 'dns')) };
    const ended = expect(source.fetch({}, new SourceWeb(http))).rejects.toThrow('within 125 seconds');
    await jest.advanceTimersByTimeAsync((LEASE_SECONDS / 2) * 1_000);
    await ended;
    expect(calls.state).toMatchObject({ failing: true, failures: 1 });
  });
});
