import { parseUrl } from 'small-parts';
import { secretFields } from './setting';

/** Shorter ones are parts of ordinary words. */
const SHORTEST = 4;
const SHORTEST_PART = 8;
const MOST_ERRORS = 5;
const LONGEST_TEXT = 10_000;
const HIDDEN = '••••';

/** The secrets in settings; of an address also what is in it. */
export function secretsIn(settingsClass: new () => object, ...all: (object | undefined)[]): string[] {
  const names = secretFields(settingsClass);
  const values = all.flatMap((settings = {}) =>
    names.flatMap((name) => (settings as Record<string, unknown>)[name] ?? []),
  );
  return values.map(String).flatMap((value) => [value, ...partsOf(parseUrl(value))]);
}

function partsOf(url: URL | null): string[] {
  if (!url) return [];
  const { href, pathname, search, password, searchParams } = url;
  const parts = [href, pathname + search, password, ...pathname.split('/'), ...searchParams.values()];
  return parts.filter(({ length }) => length >= SHORTEST_PART);
}

/** How secrets may stand in a text: as they are, in JSON, percent-encoded, in hexadecimal, or in base64, also within a longer text (`Basic`). */
export function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.filter(({ length }) => length >= SHORTEST).flatMap(formsOfOne);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function formsOfOne(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const hex = Buffer.from(secret).toString('hex');
  const inForms = new URLSearchParams({ '': secret }).toString().slice(1);
  const written = [JSON.stringify(secret).slice(1, -1), encoded, inForms];
  const lower = [encoded, inForms].map((text) => text.replace(/%../g, (escape) => escape.toLowerCase()));
  return [
    secret,
    ...written,
    ...lower,
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((before) => base64After(secret, before)),
  ];
}

/** The characters of base64 that follow from the secret alone, with so many bytes before it. */
function base64After(secret: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  const texts = (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(start, end));
  return texts.filter(({ length }) => length >= SHORTEST);
}

/** The text without what `formsOf` made. */
export function withoutSecrets(text: string, forms: readonly string[]): string {
  return forms.reduce((left, form) => left.replaceAll(form, HIDDEN), text);
}

/**
 * An error that may be logged, of a plug-in that knew the secrets: with the message, the stack and the causes, and nothing else of it, since libraries put whole
 * requests into their errors.
 */
export function errorWithoutSecrets(thrown: unknown, forms: readonly string[], left = MOST_ERRORS): Error {
  const isError = thrown instanceof Error;
  const { name, message, stack, cause, errors } = (isError ? thrown : new Error(String(thrown))) as AggregateError;
  const clean = (text: unknown) => withoutSecrets(String(text).slice(0, LONGEST_TEXT), forms);
  const next = (error: unknown) => errorWithoutSecrets(error, forms, left - 1);
  const error = new Error(clean(message), cause == null || left <= 1 ? undefined : { cause: next(cause) });
  Object.assign(error, Array.isArray(errors) && left > 1 && { errors: errors.slice(0, left).map(next) });
  return Object.assign(error, { name: clean(name), stack: clean(isError ? stack : message) });
}
