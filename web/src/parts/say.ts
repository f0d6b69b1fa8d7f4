import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { toast } from './toast';

export const say = (message: string): void => void toast('said', { message });

/** A session that has ended has a dialog of its own, and that nothing answers is said above the screen. */
export function sayRefused(error: unknown): void {
  if (isProblem(error, 401)) return;
  if (!isProblem(error)) return say(messages.actions.notDone);
  const { title = messages.common.problem.unexpected, detail } = error.problem;
  const message = detail || error.errors.map((one) => `${one.field}: ${one.message}`).join('; ');
  toast('refused', { color: 'red', title, message, autoClose: false });
}
