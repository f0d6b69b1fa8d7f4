import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import type { Actor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { NotesSettingRepository } from '../../software/notes-setting.repository';
import { SoftwareRepository } from '../../software/software.repository';
import { asProblem } from '../polling/settings-problem';
import type { NotesSourceResponse, WriteNotesSourceDto } from './dto/notes-source.dto';
import { type NotesFacts, NotesPlaces, type NotesSetting } from './notes-places';
import { NotesReaderRepository } from './notes-reader.repository';

/** The place of a product's notes: the one that was set, else the one that follows from its source and its identifiers. */
@Injectable()
export class NotesSourceService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly software: SoftwareRepository,
    private readonly settings: NotesSettingRepository,
    private readonly readers: NotesReaderRepository,
    private readonly places: NotesPlaces,
  ) {}

  /** @throws Problem not-found */
  async read(softwareId: string): Promise<NotesSourceResponse> {
    const facts = await this.readers.facts(softwareId);
    if (!facts) throw Problem.notFound('product');
    const place = this.places.placeOf(facts);
    const state = place && (await this.readers.find(softwareId));
    const isOff = !this.config.notes || this.config.sources === 'off';
    return {
      from: place?.from ?? (this.isWithSource(facts) ? 'source' : null),
      settings: { ...place?.settings },
      is_set: facts.notes_from !== null,
      last_attempt: toApiTimestamp(state?.read_at ?? null),
      last_error: state?.last_error ?? null,
      next_attempt: isOff || !Number(facts.is_tracked) ? null : toApiTimestamp(state?.next_at ?? null),
    };
  }

  /** @throws Problem not-found, invalid-body */
  async replace(caller: Actor, softwareId: string, input: WriteNotesSourceDto): Promise<NotesSourceResponse> {
    const setting = await asProblem(() => this.accept(input), 'from');
    await this.database.transaction(async (sql) => {
      if (!(await this.software.lockById(sql, softwareId))) throw Problem.notFound('product');
      if (await this.write(sql, softwareId, setting))
        await audit(sql, caller, 'software.notes-source-set', softwareId, { from: setting.from });
    });
    return this.read(softwareId);
  }

  /** @throws Problem not-found when nobody has set it */
  async remove(caller: Actor, softwareId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const found = await this.software.lockById(sql, softwareId);
      if (!found || !(await this.settings.find(sql, softwareId)))
        throw Problem.notFound('notes source of this product');
      await this.settings.set(sql, softwareId, null);
      await this.readers.forget(sql, softwareId);
      await audit(sql, caller, 'software.notes-source-removed', softwareId);
    });
  }

  /** @throws SettingsError naming `from` or the setting */
  accept({ from, settings }: { from: string; settings?: unknown }): NotesSetting {
    return this.places.accept(from, settings);
  }

  /**
   * In a transaction that has locked the product.
   * @param onlyIfUnset keep an explicit setting
   * @returns false when nothing has changed
   */
  async write(sql: Sql, softwareId: string, setting: NotesSetting, onlyIfUnset = false): Promise<boolean> {
    const before = await this.settings.find(sql, softwareId);
    const settings =
      setting.from === 'source' ? null : JSON.stringify(Object.fromEntries(Object.entries(setting.settings).sort()));
    if (before && (onlyIfUnset || (before.from === setting.from && before.settings === settings))) return false;
    await this.settings.set(sql, softwareId, { from: setting.from, settings });
    await this.readers.forget(sql, softwareId);
    return true;
  }

  private isWithSource({ source_type: type }: NotesFacts): boolean {
    return type !== null && this.places.withNotes.includes(type);
  }
}
