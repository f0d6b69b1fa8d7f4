import type { AdvisoryRecord, RangeEvent } from 'advisory-match';
import { AdvisoryImport, type ImportOptions } from '../../src/advisory/store/advisory-import';
import type { TestApp } from './app';
import { type Agent, track, type Tracked } from './tracking';

/** A record of an advisory database about the package URL `pkg:generic/<name>`. */
export const advisory = (
  name: string,
  id: string,
  events: RangeEvent[],
  facts: Partial<AdvisoryRecord> = {},
): AdvisoryRecord => ({
  id,
  aliases: [],
  summary: `Something is wrong (${id}).`,
  severity: 'critical',
  cvss: null,
  database: 'Test',
  url: `https://advisories.example/${id}`,
  published: '2026-01-01',
  modified: '2026-01-01',
  isWithdrawn: false,
  affected: [
    {
      key: { type: 'purl', value: `pkg:generic/${name}` },
      origin: 'package',
      scheme: 'semver',
      ranges: [events],
      versions: [],
    },
  ],
  ...facts,
});

async function* each<T>(list: T[]): AsyncGenerator<T> {
  for (const one of list) yield await Promise.resolve(one);
}

/** As an operator's import does. */
export async function importAdvisories(
  test: TestApp,
  records: AdvisoryRecord[],
  options: Partial<ImportOptions> = {},
): Promise<void> {
  await test.app.get(AdvisoryImport).run(each(records), { provider: 'osv', hold: () => Promise.resolve(), ...options });
}

/** The same, then a check. */
export async function learnAdvisories(...given: Parameters<typeof importAdvisories>): Promise<void> {
  await importAdvisories(...given);
  await given[0].check();
}

/** A favorite of a product that advisories can name. */
export async function trackNamed(
  test: TestApp,
  agent: Agent,
  version: string,
  versions: string[],
): Promise<Tracked & { name: string }> {
  const tracked = await track(test, agent, version, versions);
  const name = `p-${tracked.software}`;
  const catalogue = await test.as('librarian', ['read', 'catalogue:write']);
  await catalogue
    .put(`/api/v1/software/${tracked.software}/identifier`)
    .send({ identifiers: [{ type: 'purl', value: `pkg:generic/${name}` }] })
    .expect(200);
  return { ...tracked, name };
}
