import { Injectable } from '@nestjs/common';
import type { Sql } from '../../../database/database';
import { orderingOf } from '../../versions/ordering-settings';
import { OrderingRepository } from '../../versions/ordering.repository';
import { matchNotes, readTags, type TaggedNote } from './note-match';
import { NoteStore, type PreparedTexts } from './note-store';
import { NoteStoreRepository } from './note-store.repository';

/** Gives notes to the versions that their tags name. */
@Injectable()
export class NoteRecorder {
  constructor(
    private readonly store: NoteStore,
    private readonly repository: NoteStoreRepository,
    private readonly orderings: OrderingRepository,
  ) {}

  /** Before the transaction of `record`. */
  prepare(notes: TaggedNote[]): Promise<PreparedTexts> {
    return this.store.prepare(notes.map(({ note }) => note));
  }

  /**
   * In a transaction that has locked the product and has written its versions.
   * @returns how many versions have other notes now
   * @throws PatternBudgetSpent
   */
  async record(sql: Sql, softwareId: string, notes: TaggedNote[], prepared: PreparedTexts): Promise<number> {
    if (notes.length === 0) return 0;
    const row = await this.orderings.findWithin(sql, softwareId);
    if (!row) return 0;
    const ordering = orderingOf(row);
    const tags = await readTags(ordering, notes);
    const keys = [...new Set(tags.map(({ key }) => key))];
    const found = await matchNotes(ordering, tags, await this.repository.withKeys(sql, softwareId, keys));
    const given = [...found].map(([versionId, { note, url }]) => ({ ...note, versionId, url }));
    return this.store.record(sql, softwareId, given, prepared);
  }
}
