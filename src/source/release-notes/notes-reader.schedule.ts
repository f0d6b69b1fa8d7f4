import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { NoteStore } from '../../version/release-notes/store/note-store';
import { NotesReader } from './notes-reader';

/** Plans which notes are read, in each worker. Off with `NOTES=off` or `SOURCES=off`. */
@Injectable()
export class NotesReaderSchedule extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'planning release notes failed' };

  constructor(private readonly reader: NotesReader) {
    super();
  }

  protected override get isOn(): boolean {
    return super.isOn && this.config.notes && this.config.sources !== 'off';
  }

  protected pass(): Promise<void> {
    return this.reader.plan();
  }
}

/** Removes texts that no version has, in each worker. */
@Injectable()
export class NotesUpkeep extends WorkerSchedule {
  protected readonly everyMs = 6 * 3_600_000;
  protected readonly failure = { msg: 'old release notes were not removed' };

  constructor(private readonly store: NoteStore) {
    super();
  }

  protected pass(signal: AbortSignal): Promise<unknown> {
    return this.store.removeOrphans(signal);
  }
}
