import { fingerprint } from '../../../src/common/fingerprint';
import { AnswerDigest } from '../../../src/source/polling/answer-digest';
import type { Release } from '../../../src/source/sources/source';

const release = (version: string, more: Partial<Release> = {}): Release => ({
  version,
  releasedAt: null,
  prerelease: null,
  notesUrl: null,
  ...more,
});
const list = (...versions: string[]) => versions.map((version) => release(version));
const changes = async (before: Release[], after: Release[]) =>
  (await AnswerDigest.of(after)).changesSince(await AnswerDigest.of(before));

describe('the digest of an answer', () => {
  it('is the same whatever the order of its releases', async () => {
    const one = await AnswerDigest.of(list('1.0', '1.1', '2.0'));
    const other = await AnswerDigest.of(list('2.0', '1.0', '1.1'));
    expect([one.hash, one.releases]).toEqual([other.hash, other.releases]);
    expect(one.hash).not.toBe((await AnswerDigest.of(list('1.0', '1.1'))).hash);
  });

  it.each<[string, Partial<Release>]>([
    ['label', { version: '1.0.0' }],
    ['date', { releasedAt: '2026-01-01T00:00:00.000Z' }],
    ['word about a pre-release', { prerelease: false }],
    ['notes', { notesUrl: 'https://example.org/1.0' }],
    ['withdrawal', { withdrawn: true }],
  ])('is another with another %s', async (_what, more) => {
    expect(await changes(list('1.0'), [{ ...release('1.0'), ...more }])).toEqual({ isNew: [true], isMissing: true });
  });

  it('takes what a source does not say about withdrawal for a no', async () => {
    expect(await changes([release('1.0')], [release('1.0', { withdrawn: false })])).toEqual({
      isNew: [false],
      isMissing: false,
    });
  });

  it('tells what is new, and whether anything is missing', async () => {
    expect(await changes(list('1.0', '1.1'), list('1.2', '1.1', '1.0'))).toEqual({
      isNew: [true, false, false],
      isMissing: false,
    });
    expect(await changes(list('1.0', '1.1'), list('1.1', '1.2'))).toEqual({ isNew: [false, true], isMissing: true });
    expect(await changes(list('1.0', '1.1'), list('1.0'))).toEqual({ isNew: [false], isMissing: true });
    expect(await changes(list('1.0', '1.1'), list('1.0', '1.0'))).toEqual({ isNew: [false, false], isMissing: true });
  });

  it('takes all for new when the one before is not known', async () => {
    const { hash, releases } = await AnswerDigest.of(list('1.0'));
    const all = { isNew: [true, true], isMissing: true };
    const digest = await AnswerDigest.of(list('1.0', '1.1'));
    expect(digest.changesSince({ hash, releases })).toEqual({ isNew: [false, true], isMissing: false });
    expect(digest.changesSince({ hash: null, releases: null })).toEqual(all);
    expect(digest.changesSince({ hash, releases: null })).toEqual(all);
  });

  it('of more releases than are stored still tells answers apart', async () => {
    const many = Array.from({ length: 6_001 }, (_, number) => release(`1.${number}`));
    const { hash, releases } = await AnswerDigest.of(many);
    expect(releases).toBeNull();
    expect((await AnswerDigest.of(many.slice(1))).hash).not.toBe(hash);
    expect((await AnswerDigest.of(many.slice(1))).releases!.length).toBeLessThan(65_536);
  });
});

describe('fingerprints', () => {
  it('of texts that are much alike differ', () => {
    const texts = Array.from({ length: 150_000 }, (_, number) => `1.${number % 100}.${Math.floor(number / 100)}`);
    expect(new Set(texts.map((text) => fingerprint([text]))).size).toBe(texts.length);
    const lists = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], []];
    expect(new Set(lists.map(fingerprint)).size).toBe(lists.length);
  });

  it('are spread over all of 53 bits', () => {
    const highest = Array.from({ length: 10_000 }, (_, number) => fingerprint([`${number}`]) / 2 ** 53);
    for (let part = 0; part < 10; part++)
      expect(highest.filter((at) => Math.floor(at * 10) === part).length).toBeGreaterThan(800);
    expect(highest.every((at) => at >= 0 && at < 1 && Number.isSafeInteger(at * 2 ** 53))).toBe(true);
  });
});
