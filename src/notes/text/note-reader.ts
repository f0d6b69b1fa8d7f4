import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { NoteBlock, NoteFormat } from './note-block';
import { NoteThread } from './note-thread';
import { readNotes } from './read-notes';

/** Characters that are read at once: nothing so short takes long, and nearly all notes are shorter. */
const SHORT = 4_096;

/**
 * Reads release notes with a limit of time: whoever writes them must not be able to stop the service. Long ones are read one after the other by a
 * thread, which is ended when one takes longer than 500 ms. That one is then read as plain text.
 */
@Injectable()
export class NoteReader implements OnModuleDestroy {
  /** Milliseconds for one text. */
  protected readonly limit: number = 500;
  private readonly logger = new Logger(NoteReader.name);
  private readonly thread = new NoteThread();

  async read(text: string, format: NoteFormat): Promise<NoteBlock[]> {
    if (text.length <= SHORT || format === 'text') return readNotes(text, format);
    try {
      return await this.thread.run<NoteBlock[]>({ text, format, wanted: 'blocks' }, this.limit);
    } catch (error) {
      this.logger.warn({ msg: 'release notes were read as plain text', format, err: error });
      return readNotes(text, 'text');
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.thread.end();
  }
}
