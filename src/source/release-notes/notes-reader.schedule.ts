import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CoalescingRunner } from '../../common/concurrency/coalescing-runner';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { NoteStore } from '../../version/release-notes/store/note-store';
import { NotesReader } from './notes-reader';

const EVERY_MS = 60_000;
const UPKEEP_MS = 6 * 3_600_000;

/** Plans which notes are read, and removes texts that no version has, in each worker. Off with `NOTES=off` or `SOURCES=off`. */
@Injectable()
export class NotesReaderSchedule {
  private readonly logger = new Logger(NotesReaderSchedule.name);
  private readonly isOn: boolean;
  private readonly planning = new CoalescingRunner(
    () => this.reader.plan(),
    (error) => this.logger.error({ msg: 'planning release notes failed', err: error }),
  );
  private readonly removing = new CoalescingRunner(
    () => this.store.removeOrphans(),
    (error) => this.logger.error({ msg: 'old release notes were not removed', err: error }),
  );

  constructor(
    private readonly config: Config,
    private readonly reader: NotesReader,
    private readonly store: NoteStore,
    private readonly migrations: MigrationState,
  ) {
    this.isOn = config.worker && config.notes && config.sources !== 'off';
  }

  @Interval(EVERY_MS)
  async plan(): Promise<void> {
    if (this.isOn && (await this.migrations.isDone().catch(() => false))) await this.planning.run();
  }

  @Interval(UPKEEP_MS)
  async upkeep(): Promise<void> {
    if (this.config.worker && (await this.migrations.isDone().catch(() => false))) await this.removing.run();
  }
}
