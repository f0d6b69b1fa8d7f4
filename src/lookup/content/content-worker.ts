import { answerTasks } from '../../common/concurrency/task-thread';
import type { WebResponse } from '../../common/fetch/source-web';
import { contentOf } from './page-content';

export interface ContentTask {
  response: WebResponse;
  url: string;
}

answerTasks(({ response, url }: ContentTask) => contentOf(response, url));
