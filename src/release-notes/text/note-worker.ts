import { answerTasks } from '../../common/concurrency/task-thread';
import { answerOf, type NoteTask } from './note-tasks';

answerTasks<NoteTask>(answerOf);
