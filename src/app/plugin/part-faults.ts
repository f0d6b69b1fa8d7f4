import { secretsIn } from '../../common/settings/secret-texts';
import { settingsOf } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import type { PluginCalls } from './plugin-calls';

/** As the column `type` of the database. */
const LONGEST_TYPE = 32;
const LONGEST_TITLE = 60;
const MOST_SETTINGS = 30;
const SETTING = /^[a-z][a-z0-9_]{0,39}$/;

/** What channels and sources have in common. */
interface Part {
  type: string;
  title: string;
  settingsClass: new () => object;
}

/** What is wrong with a part as a plug-in made it; null = nothing. */
export function faultOfPart({ type, title, settingsClass }: Partial<Part>): string | null {
  if (typeof type !== 'string' || type.length > LONGEST_TYPE || !/^[a-z]+(-[a-z]+)*$/.test(type))
    return `type must be a word of up to ${LONGEST_TYPE} lower case letters and hyphens`;
  if (!isText(title, LONGEST_TITLE)) return `title must be a text of up to ${LONGEST_TITLE} characters`;
  if (typeof settingsClass !== 'function') return 'settingsClass must be a class';
  const settings = [...settingsOf(settingsClass)];
  if (settings.length > MOST_SETTINGS) return `settingsClass must have at most ${MOST_SETTINGS} settings`;
  const wrong = settings.find(([name]) => !SETTING.test(name));
  return wrong ? `the setting ${wrong[0]} must be named in snake_case` : null;
}

/** One line that people see. */
export const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest && !/[\p{Cc}\p{Cs}]/u.test(value);

/**
 * Settings as a part of a plug-in prepares them.
 * @throws SettingsError for a mistake in them; Error for one of the plug-in, which counts
 */
export function prepareBy(
  calls: PluginCalls,
  settingsClass: new () => object,
  given: object,
  make: () => Prepared,
): Prepared {
  try {
    const { settings, shownOnce } = calls.runSync(make, secretsIn(settingsClass, given));
    if (typeof settings !== 'object' || settings === null) throw new Error('It made no settings');
    return { settings, ...(shownOnce && { shownOnce }) };
  } catch (error) {
    if (!(error instanceof SettingsError)) calls.state.ended(true);
    throw error;
  }
}
