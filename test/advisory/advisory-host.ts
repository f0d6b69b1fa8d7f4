import { type AdvisoryRecord, readOsv } from 'advisory-match';
import { AdvisoryImport, type ImportedAdvisories, type ImportOptions } from '../../src/advisory/store/advisory-import';
import { AssessmentService } from '../../src/advisory/store/assessment.service';
import type { Database } from '../../src/database/database';
import { affects, osv } from '../../packages/advisory-match/test/records';
import { startApp, type TestApp } from '../setup/app';

/** Of twelve products, `tool0` of npm and so on, as a file of the provider: so many that a change of all is held. */
export const osvOfTwelve = (modified: string, fixed: string): string =>
  Array.from({ length: 12 }, (_, at) =>
    JSON.stringify(osv(`GHSA-${at}`, { modified, affected: [affects('npm', `tool${at}`, ['0', fixed])] })),
  ).join('\n');

async function* given(records: object[]): AsyncGenerator<AdvisoryRecord> {
  for (const record of records) yield await Promise.resolve(readOsv(record)!);
}

/** The service with what tests of advisories need of it. */
export class AdvisoryApp {
  private constructor(readonly test: TestApp) {}

  static async start(environment: Record<string, string> = {}): Promise<AdvisoryApp> {
    return new AdvisoryApp(await startApp(environment));
  }

  get database(): Database {
    return this.test.database;
  }

  /** A product with these versions, by default one that npm has as `tool`. */
  async product(name: string, versions = ['1.0.0', '2.0.0'], values = [`pkg:npm/${name}`]): Promise<string> {
    await this.test.import({
      publisher: { name: 'P' },
      software: { name },
      identity: { kind: 'test', id: name },
      identifiers: values.map((value) => ({ type: value.startsWith('pkg:') ? 'purl' : 'cpe', value })),
      versions: versions.map((version) => ({ version })),
    });
    return (await this.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]))[0]!.id;
  }

  import(
    records: object[],
    options: Partial<ImportOptions> = {},
    read: AsyncIterable<AdvisoryRecord> = given(records),
  ): Promise<ImportedAdvisories> {
    const hold = () => Promise.resolve();
    return this.test.app.get(AdvisoryImport).run(read, { provider: 'osv', hold, ...options });
  }

  accept(provider = 'osv') {
    return this.test.app.get(AdvisoryImport).accept({ provider, hold: () => Promise.resolve() });
  }

  /** By version, each as `CVE-… affected high 2.0.0`. */
  async findings(softwareId: string): Promise<Record<string, string[]>> {
    const found = await this.stored(softwareId);
    return Object.fromEntries(
      found.map(({ version, findings }) => [
        version,
        findings.map((one) => `${one.vulnerability} ${one.state} ${one.severity} ${one.fixed}`),
      ]),
    );
  }

  async stored(softwareId: string) {
    const versions = await this.database.query<{ id: string; version: string }>(
      'SELECT id, version FROM version WHERE software_id = ? ORDER BY version_key',
      [softwareId],
    );
    const ids = versions.map(({ id }) => id);
    const found = await this.database.transaction((sql) =>
      this.test.app.get(AssessmentService).findings(sql, new Map([[softwareId, ids]])),
    );
    return versions.map(({ id, version }) => ({ version, findings: found.get(id) ?? [] }));
  }

  /** All rows that tell of advisories, without what depends on ids and moments. */
  async rows() {
    const advisories = await this.database.query(
      `SELECT a.record_id, a.digest, a.from_batch, a.to_batch, COUNT(r.position) AS ranges
       FROM advisory a LEFT JOIN advisory_range r ON r.advisory_id = a.id
       GROUP BY a.id, a.record_id, a.digest, a.from_batch, a.to_batch ORDER BY a.record_id, a.from_batch`,
    );
    return JSON.stringify(advisories);
  }

  async reset(): Promise<void> {
    for (const table of ['favorite', 'software', 'advisory', 'advisory_batch', 'exploit', 'update_mark'])
      await this.database.execute(`DELETE FROM ${table}`);
  }

  close(): Promise<void> {
    return this.test.close();
  }
}
