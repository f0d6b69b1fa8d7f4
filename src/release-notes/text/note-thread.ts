import { join } from 'node:path';
import { TaskThread } from '../../common/concurrency/task-thread';
import type { NoteTask } from './note-tasks';

/** A thread that reads release notes and changelogs. */
export const noteThread = () => new TaskThread<NoteTask>(join('release-notes', 'text', 'note-worker.js'));
