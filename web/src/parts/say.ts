import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { toast } from './toast';

export const say = (message: string) => void toast('said', { message });

/** A session that has ended has a dialog of its own. */
export function sayRefused(error: unknown): void {
  if (isProblem(error, 401)) return;
  const title = isProblem(error)
    ? (error.problem.title ?? messages.common.problem.unexpected)
    : messages.common.problem.away;
  const message = isProblem(error) ? error.message : messages.common.problem.awayText;
  toast('refused', { color: 'red', title, message, autoClose: false });
}
