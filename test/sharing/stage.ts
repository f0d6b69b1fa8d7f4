import { LifecycleStore } from '../../src/version/lifecycle/lifecycle.store';
import type { ProductCycle } from '../../src/version/lifecycle/product-cycle';
import { NoteStore, type NewNote } from '../../src/version/release-notes/store/note-store';
import type { TestApp } from '../setup/app';
import type { Agent } from '../setup/api';

export interface Shared {
  id: string;
  /** Paths, by format. */
  atom: string;
  json: string;
  ics: string;
  svg: string;
}

/** Without what a proxy takes away. */
const pathOf = (url: string) => url.slice(url.indexOf('/feed/'));

/** Paths of addresses: the host is that of the test. */
export const pathsOf = (data: { id: string; urls: Record<string, string> }) =>
  ({
    id: data.id,
    ...Object.fromEntries(Object.entries(data.urls).map(([format, url]) => [format, pathOf(url)])),
  }) as Shared;

export async function share(agent: Agent, input: object): Promise<Shared> {
  const { body } = await agent.post('/api/v1/feed').send(input).expect(201);
  return pathsOf(body.data);
}

/** Gives a version release notes, as a poll would. */
export async function giveNotes(test: TestApp, softwareId: string, notes: Record<string, string>): Promise<void> {
  const rows = await test.database.query<{ id: string; version: string }>(
    'SELECT id, version FROM version WHERE software_id = ?',
    [softwareId],
  );
  const given = Object.entries(notes).map(([label, text]): NewNote => ({
    versionId: rows.find(({ version }) => version === label)!.id,
    text,
    format: 'markdown',
    url: null,
  }));
  await test.database.transaction((sql) => test.app.get(NoteStore).record(sql, softwareId, given));
}

export const uuidOf = (urn: string) => urn.replace('urn:uuid:', '');

const NO_FACTS = {
  label: null,
  releasedOn: null,
  ltsFrom: null,
  activeUntil: null,
  isEol: null,
  extendedUntil: null,
  isExtendedOver: null,
  latest: null,
  link: null,
};

/** Says the last days of support of cycles, and checks. */
export async function setCycles(
  test: TestApp,
  software: string,
  days: Record<string, string>,
  facts: Partial<ProductCycle> = {},
): Promise<void> {
  const cycles = Object.entries(days).map(([cycle, eolOn]) => ({ ...NO_FACTS, ...facts, cycle, eolOn }));
  await test.database.transaction((sql) =>
    test.app.get(LifecycleStore).replace(sql, [{ softwareId: software, cycles, asOf: '2026-11-20' }]),
  );
  await test.check();
}

/** So many days from today. */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A document as it is sent. */
export async function bytesOf({ url }: TestApp, path: string): Promise<Buffer> {
  const answer = await fetch(url + path);
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
