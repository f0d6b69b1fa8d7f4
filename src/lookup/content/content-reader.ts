import { join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TaskLimitError, TaskThread } from '../../common/concurrency/task-thread';
import { SourceError } from '../../common/fetch/source-error';
import type { WebResponse } from '../../common/fetch/source-web';
import type { ContentTask } from './content-worker';
import type { PageContent } from './page-content';

/** For a document of 32 MB, the most that is read of an answer. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Looks at answers in a thread, which is ended when one takes too long: whoever answers may have written it for that. */
@Injectable()
export class ContentReader implements OnModuleDestroy {
  /** Milliseconds for one answer. */
  protected readonly limit: number = 5_000;
  private readonly thread = new TaskThread<ContentTask>(join('lookup', 'content', 'content-worker.js'), {
    memory: MEMORY,
  });

  /** @param url of the request @throws SourceError */
  async read(response: WebResponse, url: string): Promise<PageContent> {
    try {
      return await this.thread.run<PageContent>({ response, url }, this.limit);
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error;
      throw new SourceError(`The response takes too much ${error.limit} to read`, null, 'size');
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.thread.end();
  }
}
