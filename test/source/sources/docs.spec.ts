import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDuration } from '../../../src/config/duration';
import { nextPoll } from '../../../src/source/polling/poll-times';
import { readStages } from './stage';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'sources.md'), 'utf8');
const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
const words = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/** The types that an item of the list names, up to its first full stop. */
const named = (beginning: string) => words(new RegExp(`^- ${beginning}: ([^.]+)\\.`, 'm').exec(page)![1]);

// test/docs/tables.spec.ts compares the table of types with the program.
describe('docs/sources.md says what the service does', () => {
  const stages = readStages();

  it('denies no date and no flag that a source gives', () => {
    const given = (fact: 'releasedAt' | 'prerelease') => (type: string) =>
      stages[type]!.expected.releases.some((release) => release[fact] !== null);
    const [dateless, flagless] = [named('Without release dates'), named('Without a statement about pre-releases')];
    expect(dateless.length).toBeGreaterThan(5);
    expect(dateless.filter(given('releasedAt'))).toEqual([]);
    expect(flagless.length).toBeGreaterThan(15);
    expect(flagless.filter(given('prerelease'))).toEqual([]);
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
