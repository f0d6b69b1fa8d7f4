import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { join } from 'node:path';
import {
  answerOf,
  type ChangelogSection,
  type NoteAnswer,
  type NoteBlock,
  type NoteFacts,
  type NoteForm,
  type NoteFormat,
  type NotesSummary,
  type NoteTask,
  type ShownNotes,
} from 'release-text';
import { TaskThread } from '../../../common/concurrency/task-thread';

/** A thread that reads release notes and changelogs. */
export const noteThread = () => new TaskThread<NoteTask>(join('version', 'release-notes', 'text', 'note-worker.js'));

/** Characters that are read at once: nothing so short takes long, and nearly all notes are shorter. */
const SHORT = 4_096;

/**
 * Reads and writes release notes with a time limit, so that no author of notes can stop the service. Long ones are read one after
 * the other by a thread, which is ended when one takes longer than 500 ms. That one is then read as plain text.
 */
@Injectable()
export class NoteReader implements OnModuleDestroy {
  /** Milliseconds for one text. */
  protected readonly limit: number = 500;
  private readonly logger = new Logger(NoteReader.name);
  private readonly thread = noteThread();

  read(text: string, format: NoteFormat): Promise<NoteBlock[]> {
    return this.answer({ wanted: 'blocks', text, format, options: [] });
  }

  facts(text: string, format: NoteFormat): Promise<NoteFacts> {
    return this.answer({ wanted: 'facts', text, format, options: [] });
  }

  /** As the API shows them. @param most bytes in JSON; what is longer is cut at the end of a block */
  shown(text: string, format: NoteFormat, form: NoteForm, most: number): Promise<ShownNotes> {
    return this.answer({ wanted: 'shown', text, format, options: [form, most] });
  }

  /** For a message. @param items at most; @param room bytes of Markdown for the notes themselves */
  summary(text: string, format: NoteFormat, items: number, room: number): Promise<NotesSummary> {
    return this.answer({ wanted: 'summary', text, format, options: [items, room] });
  }

  onModuleDestroy(): Promise<void> {
    return this.thread.end();
  }

  private async answer<Name extends NoteTask['wanted']>(task: NoteTask<Name>): Promise<NoteAnswer<Name>> {
    if (task.text.length <= SHORT) return answerOf(task);
    try {
      return await this.thread.run<NoteAnswer<Name>>(task, this.limit);
    } catch (error) {
      this.logger.warn({ msg: 'release notes were read as plain text', format: task.format, err: error });
      const plain = { ...task, format: 'text' as const };
      return task.format === 'text' ? answerOf(plain) : this.answer(plain);
    }
  }
}

/** Milliseconds for one file of up to 4 MB. */
const LIMIT_MS = 10_000;

/** Splits changelogs as `splitChangelog` does, in a thread of its own, so that a long or hostile one stops nobody. */
@Injectable()
export class ChangelogSplitter implements OnModuleDestroy {
  private readonly thread = noteThread();

  /** @throws Error when it takes longer than 10 seconds */
  split(text: string, format: NoteFormat): Promise<ChangelogSection[]> {
    return this.thread.run<ChangelogSection[]>({ wanted: 'sections', text, format, options: [] }, LIMIT_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.thread.end();
  }
}
