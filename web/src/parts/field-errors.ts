import { ApiProblem, isProblem } from '../api/problem';
import { sentence } from './text';

/** The problem's errors of fields that a form shows, by field; `rest` is what has to be said elsewhere. */
export function fieldErrorsOf(
  error: unknown,
  isShown: (field: string) => boolean,
): { fields: Record<string, string>; rest: unknown } {
  if (!isProblem(error)) return { fields: {}, rest: error };
  const [shown, others] = [
    error.errors.filter(({ field }) => isShown(field)),
    error.errors.filter(({ field }) => !isShown(field)),
  ];
  if (shown.length === 0) return { fields: {}, rest: error };
  const fields: Record<string, string> = {};
  for (const { field, message } of shown) fields[field] = sentence(message);
  if (others.length === 0) return { fields, rest: null };
  const { status, problem, retryAfter, requestId } = error;
  return { fields, rest: new ApiProblem(status, { ...problem, detail: '', errors: others }, retryAfter, requestId) };
}
