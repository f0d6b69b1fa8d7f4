import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { settingsOf } from '../../../src/common/settings/setting';
import { Config } from '../../../src/config/config';
import { parseDuration } from '../../../src/config/duration';
import { nextPoll } from '../../../src/source/polling/poll-times';
import { sourceProviders } from '../../../src/source/sources';
import type { Source } from '../../../src/source/sources/source';
import { SourceRegistry } from '../../../src/source/sources/source-registry';
import { config } from '../../notification/providers/peers';
import { readStages } from './stage';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'sources.md'), 'utf8');
const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
const types = rows.filter((cells) => cells.length === 10 && words(cells[1]).length === 1);
const stages = readStages();

/** Whom a source of this type asks: the operator's variable, the usual address, or the setting that names it. */
function addressOf(source: Source): string {
  const settings = settingsOf(source.settingsClass);
  const server = settings.get('server');
  const variable = /configured as ([A-Z_]+)/.exec(server?.description ?? '')?.[1];
  const setting = [...settings].find(([, { format, optional }]) => format === 'url' && !optional)?.[0];
  return variable ?? server?.default ?? setting ?? '';
}

describe('docs/sources.md says what the service does', () => {
  let sources: Source[];

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      providers: [{ provide: Config, useValue: config() }, OutgoingHttp, ...sourceProviders],
    }).compile();
    sources = module.get(SourceRegistry).all();
    await module.close();
  });

  it('has every type, in the order of the list', () => {
    expect(types.map((cells) => words(cells[1])[0])).toEqual(sources.map(({ type }) => type));
  });

  it('has every setting of each, whether it lists everything, and whom it asks', () => {
    const described = types.map(([, type, , settings = '', all, , , , address]) => {
      const [required, optional] = settings.split('optional:');
      return [words(type)[0], words(required), words(optional), all, words(address)[0]];
    });
    const declared = sources.map((source) => {
      const settings = [...settingsOf(source.settingsClass)];
      const names = (optional: boolean) =>
        settings.filter(([, one]) => Boolean(one.optional) === optional).map(([name]) => name);
      return [source.type, names(false), names(true), source.listsEverything ? 'yes' : 'no', addressOf(source)];
    });
    expect(described).toEqual(declared);
  });

  it('denies no date, no flag and no link that a source gives', () => {
    const wrong = types.flatMap(([, type, , , , dates, flags, notes]) => {
      const { releases } = stages[words(type)[0]!]!.expected;
      const given = [
        releases.some(({ releasedAt }) => releasedAt !== null) && dates === '–',
        releases.some(({ prerelease }) => prerelease !== null) && flags === '–',
        releases.some(({ notesUrl }) => notesUrl !== null) && notes === '–',
      ];
      return given.includes(true) ? [type] : [];
    });
    expect(wrong).toEqual([]);
  });

  const SECONDS = { minute: 60, hour: 3_600, day: 86_400 };
  const seconds = (text = '') => {
    const [, count, unit] = /^([\d.]+) (minute|hour|day)/.exec(text) ?? [];
    return Number(count) * SECONDS[unit as keyof typeof SECONDS];
  };
  const intervals = rows.filter(([, age, every]) => seconds(age) > 0 && seconds(every) > 0);

  it.each(intervals.map(([, age, every]) => [age, every]))('after %s asks every %s', (age, every) => {
    expect(nextPoll(parseDuration('1h')!, seconds(age), null, 0.5)).toBe(seconds(every));
  });

  it('has a table of intervals', () => expect(intervals.length).toBeGreaterThan(5));
});
