import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { isLonger, TimeSlice } from 'small-parts';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import type { Sql } from '../../../database/database';
import { UpdateMarkRepository } from '../../versions/update-mark.repository';
import { NoteReader } from '../text/note-reader';
import { cutNote, MAX_NOTE_BYTES, type NoteFormat, type NoteInput } from './note-cut';
import { type FoundNote, NoteStoreRepository, type NoteTextRow } from './note-store.repository';

/** Notes of so many versions of a product are kept, and all above one that somebody uses. */
export const NOTES_KEPT = 200;
const MAX_URL = 2_048;

export interface NewNote extends NoteInput {
  versionId: string;
  /** Where people read it; null = unknown. */
  url: string | null;
}

/** The release notes of a version. */
export interface StoredNote {
  versionId: string;
  /** Of its text and format. */
  digest: string;
  text: string;
  format: NoteFormat;
  url: string | null;
  /** Bytes of the text. */
  size: number;
  /** The text was longer. */
  cut: boolean;
  /** How many of its items say that they break something. */
  breaking: number;
  /** CVE and GHSA ids. */
  security: string[];
  fetchedAt: UtcTimestamp;
}

/** Rows prepared for texts that were not stored, by digest: reading the texts would take too long inside a transaction. */
export type PreparedTexts = Map<string, NoteTextRow>;

/** Stores release notes: each text once, by its digest, and the versions that have it. */
@Injectable()
export class NoteStore {
  constructor(
    private readonly repository: NoteStoreRepository,
    private readonly reader: NoteReader,
    private readonly marks: UpdateMarkRepository,
  ) {}

  /** Prepares the rows of new texts for `record`, before the transaction. */
  async prepare(notes: NoteInput[]): Promise<PreparedTexts> {
    const byDigest = new Map(notes.filter(isNote).map((note) => [digestOf(note), note]));
    const known = await this.repository.stored([...byDigest.keys()]);
    const prepared: PreparedTexts = new Map();
    const slice = new TimeSlice();
    for (const [digest, note] of byDigest) {
      if (known.has(digest)) continue;
      if (slice.isOver) await slice.next();
      prepared.set(digest, await this.rowOf(digest, note));
    }
    return prepared;
  }

  /**
   * Gives notes to versions of a product, in a transaction that has locked it. Writes new and changed notes only; a version that is not
   * named keeps its notes.
   * @returns how many versions have other notes now
   */
  async record(sql: Sql, softwareId: string, notes: NewNote[], prepared: PreparedTexts = new Map()): Promise<number> {
    const given = notes.filter(isNote).map((note) => ({ ...note, url: storableUrl(note.url), digest: digestOf(note) }));
    if (given.length === 0) return 0;
    const ids = given.map(({ versionId }) => versionId);
    const current = await this.repository.current(ids, sql);
    const differing = given.filter(({ versionId, digest, url }) => {
      const before = current.get(versionId);
      return before?.digest !== digest || before.url !== url;
    });
    if (differing.length === 0) return 0;
    const keptFrom = await this.repository.keptFrom(sql, softwareId, NOTES_KEPT);
    const keys = keptFrom === null ? null : await this.repository.keysOf(sql, ids);
    const changed = differing.filter(({ versionId }) => keptFrom === null || (keys!.get(versionId) ?? '') >= keptFrom);
    if (changed.length === 0) return 0;
    await this.insertTexts(sql, new Map(changed.map((note) => [note.digest, note])), prepared);
    const rows = changed.map(({ versionId, digest, url }) => ({ version_id: versionId, digest, url }));
    const changedIds = changed.map(({ versionId }) => versionId);
    const before = await this.repository.countBreaking(sql, changedIds);
    await this.repository.setNotes(sql, rows);
    // Its favorites say how many there are.
    if ((await this.repository.countBreaking(sql, changedIds)) !== before) await this.marks.add(sql, [softwareId]);
    if (keptFrom !== null) await this.repository.removeBelow(sql, softwareId, keptFrom);
    return changed.length;
  }

  /** By version; those without notes are left out. */
  async read(versionIds: string[]): Promise<Map<string, StoredNote>> {
    const rows = await this.repository.find(versionIds);
    return new Map(rows.map((row) => [row.version_id, noteOf(row)]));
  }

  /** The digests of their texts, by version: another digest is another text. */
  async digests(versionIds: string[]): Promise<Map<string, string>> {
    const rows = await this.repository.current(versionIds);
    return new Map([...rows].map(([id, { digest }]) => [id, digest]));
  }

  /** Removes texts that no version has any more. @returns how many */
  async removeOrphans(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (let after: string | null = ''; after !== null && !signal?.aborted;) {
      const page: { last: string | null; removed: number } = await this.repository.removeOrphans(after);
      removed += page.removed;
      after = page.last;
    }
    return removed;
  }

  /** Locks those that are stored: `removeOrphans` waits, or has removed them before. */
  private async insertTexts(sql: Sql, texts: Map<string, NoteInput>, prepared: PreparedTexts): Promise<void> {
    const digests = [...texts.keys()].sort();
    const stored = await this.repository.stored(digests, sql, sql.dialect.forUpdate);
    const missing = digests.filter((digest) => !stored.has(digest));
    const rows: NoteTextRow[] = [];
    for (const digest of missing) rows.push(prepared.get(digest) ?? (await this.rowOf(digest, texts.get(digest)!)));
    await this.repository.insertTexts(sql, rows);
  }

  private async rowOf(digest: string, { text: whole, format }: NoteInput): Promise<NoteTextRow> {
    const { text, cut } = cutNote(whole.toWellFormed(), format);
    const { breaking, security } = await this.reader.facts(text, format);
    const bytes = Buffer.from(text);
    return {
      digest,
      body: deflateRawSync(bytes),
      size: bytes.length,
      format,
      cut: Number(cut),
      breaking,
      security: security.length > 0 ? JSON.stringify(security) : null,
    };
  }
}

const isNote = ({ text }: NoteInput) => text.trim() !== '';

const digestOf = ({ text, format }: NoteInput) => hash('sha256', `${format}\n${text}`, 'hex');

const storableUrl = (url: string | null) => (url !== null && !isLonger(url, MAX_URL) ? url : null);

const noteOf = (row: FoundNote): StoredNote => ({
  versionId: row.version_id,
  digest: row.digest,
  text: inflateRawSync(row.body, { maxOutputLength: MAX_NOTE_BYTES }).toString(),
  format: row.format,
  url: row.url,
  size: Number(row.size),
  cut: Boolean(row.cut),
  breaking: Number(row.breaking),
  security: row.security === null ? [] : (JSON.parse(row.security) as string[]),
  fetchedAt: row.fetched_at,
});
