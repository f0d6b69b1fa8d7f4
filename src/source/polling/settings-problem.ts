import { Problem } from '../../api/problem/problem';
import { SettingsError } from '../../common/settings/settings';

/** Mistakes in the settings of a source become those of the body that has them, beside `kind`. */
export async function asProblem<T>(work: () => T | Promise<T>, kind = 'type'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const name = (field: string) => (field === kind || field === 'settings' ? field : `settings.${field}`);
    const errors = error.problems.map(({ field, message }) => ({ field: name(field), message }));
    throw new Problem('invalid-body', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  }
}
