import { answerOf, type NoteTask } from 'release-text';
import { answerTasks } from '../../../common/concurrency/task-thread';

answerTasks<NoteTask>(answerOf);
