import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { NoteFormat } from './note-block';
import { noteThread } from './note-thread';
import type { ChangelogSection } from './split-changelog';

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
