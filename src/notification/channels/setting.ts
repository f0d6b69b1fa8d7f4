import { parseUrl } from '../../config/url';
import { IsDefined, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isMailAddress } from './mail-address';

export type SettingFormat = 'url' | 'email' | 'text';

/** The one declaration of a setting: its check, its place in the JSON Schema and its secrecy come from here. */
export interface SettingOptions {
  title: string;
  /** One or two plain sentences beside the input. */
  description: string;
  format: SettingFormat;
  /** UTF-16 units. */
  maxLength: number;
  /** Write-only: stored encrypted, comes back masked. */
  secret?: boolean;
  optional?: boolean;
  pattern?: RegExp;
  examples?: string[];
}

type SettingsClass = new () => object;

const declared = new WeakMap<object, Map<string, SettingOptions>>();

const FORMATS: Record<SettingFormat, { check: (text: string) => boolean; expected: string }> = {
  url: { check: isHttpUrl, expected: 'an http(s) URL' },
  email: { check: isMailAddress, expected: 'one plain e-mail address such as name@example.com' },
  text: { check: (text) => !/\p{Cc}/u.test(text), expected: 'text without control characters' },
};

/** Declares a text setting of a channel. */
export function Setting(options: SettingOptions): PropertyDecorator {
  return (target, property) => {
    const settings = declared.get(target.constructor) ?? new Map<string, SettingOptions>();
    declared.set(target.constructor, settings.set(String(property), options));
    for (const check of checksOf(options)) check(target, property);
  };
}

/** The settings of a class in the order of their declaration. */
export function settingsOf(settingsClass: SettingsClass): ReadonlyMap<string, SettingOptions> {
  return declared.get(settingsClass) ?? new Map<string, SettingOptions>();
}

/** Names of the settings that are secrets. */
export function secretFields(settingsClass: SettingsClass): string[] {
  return [...settingsOf(settingsClass)].filter(([, options]) => options.secret).map(([name]) => name);
}

/** JSON Schema (draft 2020-12) of the settings, enough for a form to be drawn from it. */
export function settingsSchema(settingsClass: SettingsClass): Record<string, unknown> {
  const settings = [...settingsOf(settingsClass)];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(settings.map(([name, options]) => [name, propertySchema(options)])),
    required: settings.filter(([, options]) => !options.optional).map(([name]) => name),
    additionalProperties: false,
  };
}

function propertySchema(options: SettingOptions): Record<string, unknown> {
  const formats = { url: { format: 'uri' }, email: { format: 'email' }, text: {} };
  return {
    type: 'string',
    title: options.title,
    description: options.description,
    ...formats[options.format],
    maxLength: options.maxLength,
    ...(options.pattern ? { pattern: options.pattern.source } : {}),
    ...(options.examples ? { examples: options.examples } : {}),
    ...(options.secret ? { writeOnly: true } : {}),
  };
}

function checksOf(options: SettingOptions): PropertyDecorator[] {
  const { check, expected } = FORMATS[options.format];
  return [
    options.optional ? IsOptional() : IsDefined({ message: 'is required' }),
    IsString({ message: 'must be text' }),
    MaxLength(options.maxLength, { message: `must be at most ${options.maxLength} characters` }),
    ...(options.pattern ? [Matches(options.pattern, { message: 'has the wrong form' })] : []),
    ValidateBy({
      name: options.format,
      validator: {
        validate: (value) => typeof value === 'string' && check(value),
        defaultMessage: () => `must be ${expected}`,
      },
    }),
  ];
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}
