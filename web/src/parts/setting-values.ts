import { messages } from '../messages';

const words = messages.channels.form;

/** What a form is drawn from: the settings of a type, as the service describes them. */
export interface SettingSchema {
  type: 'string' | 'array';
  title: string;
  description: string;
  format?: 'uri' | 'email';
  enum?: string[];
  pattern?: string;
  maxLength?: number;
  items?: Pick<SettingSchema, 'format' | 'pattern' | 'maxLength'>;
  maxItems?: number;
  writeOnly?: boolean;
  default?: string;
  examples?: (string | string[])[];
}

export interface SettingsSchema {
  properties: Record<string, SettingSchema>;
  required: string[];
}

/** What was typed. undefined = the secret that is stored is kept; null = it is taken away. */
export type SettingValues = Record<string, string | string[] | null | undefined>;

/** What the fields begin with. @param stored settings of a channel that is edited, with its secrets masked */
export function initialSettings({ properties }: SettingsSchema, stored?: Record<string, unknown>): SettingValues {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, writeOnly }]) => {
      const value = stored?.[name];
      if (writeOnly && value != null) return [name, undefined];
      if (type === 'array') return [name, Array.isArray(value) && value.length > 0 ? (value as string[]) : ['']];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

/** The settings for a request: what is empty is left out, and so is a secret that is kept. */
export function settingsBody({ properties }: SettingsSchema, values: SettingValues): Record<string, unknown> {
  const entries = Object.keys(properties).map((name) => {
    const value = values[name];
    if (Array.isArray(value)) return [name, value.map((one) => one.trim()).filter(Boolean)] as const;
    return [name, typeof value === 'string' ? value.trim() : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined));
}

/** What can be said about a field without asking the service, which has the last word. */
export function faultOf(
  { properties, required }: SettingsSchema,
  name: string,
  value: SettingValues[string],
): string | null {
  const schema = properties[name]!;
  if (value === null || value === undefined) return null;
  const texts = (Array.isArray(value) ? value : [value]).map((one) => one.trim()).filter(Boolean);
  if (texts.length === 0) return required.includes(name) ? words.required(schema.title) : null;
  if (new Set(texts).size < texts.length) return words.twice;
  const [example] = [schema.examples ?? []].flat(2) as string[];
  return texts.map((text) => textFault({ ...schema, ...schema.items }, text, example)).find(Boolean) ?? null;
}

function textFault(
  { format, pattern, maxLength }: Pick<SettingSchema, 'format' | 'pattern' | 'maxLength'>,
  text: string,
  example: string | undefined,
): string | null {
  if (maxLength !== undefined && text.length > maxLength) return words.tooLong(maxLength);
  if (format === 'uri' && !isHttpUrl(text)) return words.uri;
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return words.email;
  if (pattern !== undefined && !fits(pattern, text)) return example ? words.patternLike(example) : words.pattern;
  return null;
}

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The patterns are the service's own. One that this browser does not know is left to the service. */
function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
