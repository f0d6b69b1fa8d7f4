import type { ChannelResponse, CreateChannelDto } from '../api/generated';
import { messages } from '../messages';
import {
  faultOf,
  initialSettings,
  settingsBody,
  type SettingsSchema,
  type SettingValues,
} from '../parts/setting-values';

const words = messages.channels.form;

/** What the form of a channel holds. Its paths are those that the service names in its errors. */
export interface ChannelValues {
  name: string;
  settings: SettingValues;
  digest: { every: string; hour: string; weekday: string };
  quiet_hours: { isOn: boolean; from: string; to: string; except: string };
  is_default: boolean;
}

export function initialValues(schema: SettingsSchema, name: string, channel?: ChannelResponse): ChannelValues {
  const { every = 'instant', hour = 9, weekday = 1 } = channel?.digest ?? {};
  const { from = '22:00', to = '07:00', except = 'none' } = channel?.quiet_hours ?? {};
  return {
    name: channel?.name ?? name,
    settings: initialSettings(schema, channel?.settings),
    digest: { every, hour: String(hour), weekday: String(weekday) },
    quiet_hours: { isOn: Boolean(channel?.quiet_hours), from, to, except },
    is_default: channel?.is_default ?? true,
  };
}

/** Faults of the settings by their path in the form. */
export function settingFaults(schema: SettingsSchema, { settings }: ChannelValues): Record<string, string> {
  const faults = Object.keys(schema.properties).flatMap((name) => {
    const value = settings[name];
    // A secret that somebody began to change, and left empty.
    const isLeftEmpty =
      schema.properties[name]!.writeOnly && name in settings && value === '' && schema.required.includes(name);
    const fault = isLeftEmpty ? words.required(schema.properties[name]!.title) : faultOf(schema, name, value);
    return fault === null ? [] : [[`settings.${name}`, fault]];
  });
  return Object.fromEntries(faults) as Record<string, string>;
}

export const channelFaults = (schema: SettingsSchema, values: ChannelValues): Record<string, string> => ({
  ...(values.name.trim() === '' ? { name: words.required(words.name) } : {}),
  ...settingFaults(schema, values),
});

export type ChannelBody = Required<Pick<CreateChannelDto, 'name' | 'settings' | 'digest' | 'is_default'>> &
  Pick<CreateChannelDto, 'quiet_hours'>;

export function channelBody(
  schema: SettingsSchema,
  { name, settings, digest, quiet_hours: quiet, is_default }: ChannelValues,
): ChannelBody {
  const { every, hour, weekday } = digest;
  return {
    name: name.trim(),
    settings: settingsBody(schema, settings),
    digest: {
      every,
      ...(every === 'daily' || every === 'weekly' ? { hour: Number(hour) } : {}),
      ...(every === 'weekly' ? { weekday: Number(weekday) } : {}),
    } as ChannelBody['digest'],
    quiet_hours: quiet.isOn
      ? ({ from: quiet.from, to: quiet.to, except: quiet.except } as ChannelBody['quiet_hours'])
      : null,
    is_default,
  } as ChannelBody;
}

/** Whether the form has a place for the error of this field. */
export const isField = (schema: SettingsSchema) => (field: string) =>
  ['name', 'is_default', 'digest.every', 'digest.hour', 'digest.weekday'].includes(field) ||
  /^quiet_hours\.(from|to|except)$/.test(field) ||
  (field.startsWith('settings.') && field.slice('settings.'.length) in schema.properties);

/** The secret that the service made itself, which an answer shows this once. */
export function shownOnce(schema: SettingsSchema, given: Record<string, unknown>, { settings }: ChannelResponse) {
  const found = Object.entries(schema.properties).find(([name, { writeOnly }]) => {
    const value = (settings as Record<string, unknown>)[name];
    return writeOnly && given[name] === undefined && typeof value === 'string' && !value.startsWith('••••');
  });
  if (!found) return null;
  return { label: found[1].title, secret: String((settings as Record<string, unknown>)[found[0]]) };
}
