import { SourcePoller } from '../../../src/source/polling/source-poller';
import type { Agent } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';

/** So that tests need not wait between two requests to one host. */
const ENVIRONMENT = { SOURCE_HOST_DELAY_MS: '0', SOURCES: 'all' };

export interface Health {
  state: string;
  last_error: string | null;
  failures: number;
  last_success: string | null;
  failing_since: string | null;
  next_attempt: string;
}

/** The service with what tests of polling need of it. */
export class PollApp {
  private constructor(
    readonly test: TestApp,
    readonly editor: Agent,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<PollApp> {
    const test = await startApp({ ...ENVIRONMENT, ...environment });
    return new PollApp(test, await test.as('eve', ['read', 'write', 'catalogue:write']));
  }

  /** What the names of products are for: their ids. */
  async products(...names: string[]): Promise<Map<string, string>> {
    const record = (name: string) => ({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '1.0' }] });
    await this.test.import(...names.map(record));
    const rows = await this.test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    return new Map(rows.filter(({ name }) => names.includes(name)).map(({ id, name }) => [name, id]));
  }

  async product(name: string): Promise<string> {
    return (await this.products(name)).get(name)!;
  }

  setSource(id: string, source: object) {
    return this.editor.put(`/api/v1/software/${id}/source`).send(source);
  }

  poll() {
    return this.test.app.get(SourcePoller).pollDue();
  }

  async health(id: string): Promise<Health> {
    return (await this.editor.get(`/api/v1/software/${id}/source`).expect(200)).body.data as Health;
  }

  /** Labels in the order of versions, newest first; those that were withdrawn say so. */
  async versionsOf(id: string): Promise<string[]> {
    const rows = await this.test.database.query<{ version: string; removed_at: string | null }>(
      'SELECT version, removed_at FROM version WHERE software_id = ? ORDER BY version_key DESC, version',
      [id],
    );
    return rows.map(({ version, removed_at }) => version + (removed_at ? ' (withdrawn)' : ''));
  }

  /** Makes the sources of these products due, or all. */
  async due(...ids: string[]): Promise<void> {
    const { dialect } = this.test.database;
    const where = ids.length > 0 ? `WHERE software_id IN (${ids.map(() => '?').join(', ')})` : '';
    await this.test.database.execute(`UPDATE software_source SET next_at = ${dialect.now} ${where}`, ids);
    await this.test.database.execute(`UPDATE source_host SET next_at = ${dialect.now}`);
  }

  /** As if there were no product yet. */
  async reset(): Promise<void> {
    for (const table of ['favorite', 'software', 'source_host', 'note_text', 'update_mark'])
      await this.test.database.execute(`DELETE FROM ${table}`);
  }

  close(): Promise<void> {
    return this.test.close();
  }
}
