import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { domainToASCII } from 'node:url';
import { parseUrl } from 'small-parts';

type SettingFormat = 'url' | 'urls' | 'email' | 'text';

/** The one declaration of a setting: its check, its place in the JSON Schema and its secrecy come from here. */
export interface SettingOptions {
  title: string;
  /** One or two plain sentences beside the input. */
  description: string;
  /** `urls` is a list of up to `MAX_URLS`; all others are one text. Default: `text`. */
  format?: SettingFormat;
  /** UTF-16 units, of each text. */
  maxLength: number;
  /** Write-only: stored encrypted, comes back masked. */
  secret?: boolean;
  /** A secret that only signs and is never sent. */
  neverSent?: boolean;
  optional?: boolean;
  pattern?: RegExp;
  /** The allowed values. */
  values?: readonly string[];
  /** The default of an optional setting, in words: the channel itself applies it. */
  default?: string;
  examples?: (string | string[])[];
}

/** More instances than any cluster of one service has. */
const MAX_URLS = 8;

type SettingsClass = new () => object;

const declared = new WeakMap<object, Map<string, SettingOptions>>();

const FORMATS: Record<SettingFormat, { check: (text: string) => boolean; expected: string }> = {
  url: { check: isHttpUrl, expected: 'an http(s) URL' },
  urls: { check: isHttpUrl, expected: 'a list of http(s) URLs' },
  email: { check: isMailAddress, expected: 'one plain e-mail address such as name@example.com' },
  // Half of a surrogate pair cannot be written into a URL.
  text: { check: (text) => !/[\p{Cc}\p{Cs}]/u.test(text), expected: 'text without control characters' },
};

/** Declares a setting of a channel or of a source. */
export function Setting(options: SettingOptions): PropertyDecorator {
  return (target, property) => {
    const settings = declared.get(target.constructor) ?? new Map<string, SettingOptions>();
    declared.set(target.constructor, settings.set(String(property), options));
    for (const check of checksOf(options)) check(target, property);
  };
}

/** A setting that is a whole URL, or the base address of a server. */
export const UrlSetting = (title: string, description: string, example: string, more: Partial<SettingOptions> = {}) =>
  Setting({ title, description, format: 'url', maxLength: 2048, examples: [example], ...more });

/** The setting `server` of what is in one place, unless somebody has a server of their own. */
export const ServerSetting = (description: string, server: string) =>
  UrlSetting('Server', description, server, { optional: true, default: server });

/** An optional setting that is one of a few words. */
export function ChoiceSetting(title: string, description: string, values: string[], byDefault = values[0]!) {
  const maxLength = Math.max(...values.map(({ length }) => length));
  return Setting({ title, description, maxLength, values, optional: true, default: byDefault, examples: [byDefault] });
}

/** The settings of a class in the order of their declaration. */
export function settingsOf(settingsClass: SettingsClass): ReadonlyMap<string, SettingOptions> {
  return declared.get(settingsClass) ?? new Map<string, SettingOptions>();
}

/** The target origins, as far as settings name them that are not secrets; null = one is not a URL. */
export function originsOf(settingsClass: SettingsClass, settings: object): (string | null)[] {
  const values: unknown[] = addressesOf(settingsClass, settings);
  return values.map((text) => (typeof text === 'string' ? (parseUrl(text)?.origin ?? null) : null));
}

/** The addresses in settings that are not secrets: the secrets are sent there. */
export function addressesOf(settingsClass: SettingsClass, settings: object): string[] {
  return [...settingsOf(settingsClass)]
    .filter(([, { format, secret }]) => !secret && (format === 'url' || format === 'urls'))
    .flatMap(([name]) => (settings as Record<string, string | string[] | undefined>)[name] ?? []);
}

/** Names of the secret settings. */
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
  const { title, description, examples } = options;
  const shape =
    options.format === 'urls'
      ? { type: 'array', items: textSchema(options), minItems: 1, maxItems: MAX_URLS, uniqueItems: true }
      : textSchema(options);
  return {
    ...shape,
    title,
    description,
    ...(options.default ? { default: options.default } : {}),
    ...(examples ? { examples } : {}),
    ...(options.secret ? { writeOnly: true } : {}),
  };
}

function textSchema({ format = 'text', maxLength, pattern, values }: SettingOptions): Record<string, unknown> {
  const formats = { url: { format: 'uri' }, urls: { format: 'uri' }, email: { format: 'email' }, text: {} };
  return {
    type: 'string',
    ...formats[format],
    maxLength,
    ...(pattern ? { pattern: pattern.source } : {}),
    ...(values ? { enum: values } : {}),
  };
}

function checksOf(options: SettingOptions): PropertyDecorator[] {
  const { format = 'text', values, maxLength } = options;
  const { check, expected } = FORMATS[format];
  const each = format === 'urls';
  return [
    options.optional ? IsOptional() : IsDefined({ message: 'is required' }),
    ...(each ? listChecks : []),
    IsString({ each, message: 'must be text' }),
    MaxLength(maxLength, { each, message: `must be at most ${maxLength} characters` }),
    ...(options.pattern ? [Matches(options.pattern, { each, message: 'has the wrong form' })] : []),
    ...(values ? [IsIn([...values], { message: `must be one of ${values.join(', ')}` })] : []),
    ValidateBy(
      {
        name: format,
        validator: {
          validate: (value) => typeof value === 'string' && check(value),
          defaultMessage: () => `must be ${expected}`,
        },
      },
      { each },
    ),
  ];
}

const listChecks: PropertyDecorator[] = [
  IsArray({ message: 'must be a list' }),
  ArrayMinSize(1, { message: 'must not be empty' }),
  ArrayMaxSize(MAX_URLS, { message: `must have at most ${MAX_URLS} entries` }),
  ArrayUnique({ message: 'must not contain duplicates' }),
];

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

/** RFC 5321 4.5.3.1.3: 256 with the angle brackets. */
const MAX_BYTES = 254;
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The address in the form that goes over the wire (an international domain in its ASCII form), or null. One plain
 * addr-spec only: no quotes, comments, lists, brackets or white space, since mail libraries read those as more
 * than one recipient or as another domain (CVE-2025-13033).
 */
export function parseMailAddress(text: string): string | null {
  const at = text.indexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || !LOCAL_PART.test(local) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  const ascii = domainToASCII(domain).toLowerCase();
  const labels = ascii.split('.');
  // A last label of digits alone is an IP address, which is not a domain.
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1)!)) return null;
  const address = `${local}@${ascii}`;
  return Buffer.byteLength(address) <= MAX_BYTES ? address : null;
}

export function isMailAddress(text: string): boolean {
  return parseMailAddress(text) !== null;
}
