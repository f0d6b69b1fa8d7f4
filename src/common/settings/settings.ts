import { validateSync } from 'class-validator';
import { originsOf, secretFields, settingsOf } from './setting';

/** What has settings: a channel, a source. */
export interface Settable<S extends object> {
  settingsClass: new () => S;
  /** @throws SettingsError naming the field */
  prepare?(settings: S): Prepared<S>;
}

export interface Prepared<S extends object = object> {
  /** What is to be stored. */
  settings: S;
  /** Secrets that the service made itself: shown in the answer to create, and never again. */
  shownOnce?: Record<string, unknown>;
}

/** What is wrong with one setting; `field` is the setting's own name. */
export interface SettingProblem {
  field: string;
  message: string;
}

/** The settings that a person gave are not usable: the caller's mistake, to be shown beside the fields. */
export class SettingsError extends Error {
  constructor(readonly problems: SettingProblem[]) {
    super(problems.map(({ field, message }) => `${field} ${message}`).join('; '));
  }
}

const DOTS = '••••';
/** A secret shorter than this shows nothing of itself: four characters of it would be too large a part. */
const SHOW_END_FROM = 16;

/**
 * Settings from a request body, ready to be stored.
 * @param stored the present settings on update: a secret that is absent, or comes back as its own mask, keeps its value; null takes away what need not be there
 * @throws SettingsError naming each field that is unknown or wrong
 */
export function acceptSettings<S extends object>(owner: Settable<S>, input: unknown, stored?: S): Prepared<S> {
  const settings = validateSettings(owner.settingsClass, stored ? withStored(owner, input, stored) : input);
  return owner.prepare?.(settings) ?? { settings };
}

/**
 * Who may write settings must not learn their secrets by having them sent elsewhere: they do not go along to another server.
 * @param stored the present settings
 * @throws SettingsError naming each secret that would
 */
export function assertSecretsAgain(settingsClass: new () => object, input: object, stored: object): void {
  const [before, after] = [originsOf(settingsClass, stored), originsOf(settingsClass, input)];
  // What is no URL is refused for that.
  if (after.includes(null) || String(before.sort()) === String(after.sort())) return;
  const kept = keptSecrets(settingsClass, new Map(Object.entries(input)), stored).filter(
    (name) => !settingsOf(settingsClass).get(name)!.neverSent,
  );
  if (kept.length === 0) return;
  const again = 'must be given again, as the server is another one';
  throw new SettingsError(
    kept.map((field) => ({
      field,
      message: mayBeTakenAway(settingsClass, field) ? `${again}; null takes it away` : again,
    })),
  );
}

/** Input without the secrets that came back as the mask of what is stored. */
export function withoutMasks(settingsClass: new () => object, input: unknown, stored: object): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const kept = new Set(keptSecrets(settingsClass, new Map(Object.entries(input)), stored));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !kept.has(name)));
}

/**
 * The present settings cannot be read, so no secret can keep its value: the mask of one that somebody was shown before is no new secret.
 * @throws SettingsError naming each secret that comes back masked
 */
export function assertAllSecrets(settingsClass: new () => object, input: object): void {
  const given = new Map<string, unknown>(Object.entries(input));
  const masked = secretFields(settingsClass).filter((name) => String(given.get(name) ?? '').startsWith(DOTS));
  const message = 'must be given again: the stored settings cannot be read';
  if (masked.length > 0) throw new SettingsError(masked.map((field) => ({ field, message })));
}

/**
 * Checks plain input against the declarations; null counts as absent.
 * @throws SettingsError naming each field that is unknown or wrong
 */
export function validateSettings<S extends object>(settingsClass: new () => S, input: unknown): S {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SettingsError([{ field: 'settings', message: 'must be an object' }]);
  const known = settingsOf(settingsClass);
  // Own keys, compared before anything is copied: `__proto__` out of a JSON body is such a key, and no setting.
  const unknown = Object.keys(input).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new SettingsError(unknown.map((field) => ({ field, message: 'is not a setting of this type' })));
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  const settings = Object.assign(new settingsClass(), Object.fromEntries(given));
  // class-validator takes a class without any declaration for an unknown value.
  const errors = known.size === 0 ? [] : validateSync(settings, { stopAtFirstError: true });
  if (errors.length === 0) return settings;
  throw new SettingsError(
    errors.map(({ property, constraints }) => ({
      field: property,
      message: Object.values(constraints ?? {}).join(', '),
    })),
  );
}

/** Settings as the API shows them: each secret as dots and, of a long one, its last four characters. */
export function maskSettings(settingsClass: new () => object, settings: object): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...settings };
  for (const name of secretFields(settingsClass))
    if (shown[name] != null) shown[name] = maskSecret(String(shown[name]));
  return shown;
}

function maskSecret(secret: string): string {
  return secret.length >= SHOW_END_FROM ? DOTS + secret.slice(-4) : DOTS;
}

/** One that the service makes itself is there always. */
function mayBeTakenAway(settingsClass: new () => object, name: string): boolean {
  const { optional = false, neverSent = false } = settingsOf(settingsClass).get(name)!;
  return optional && !neverSent;
}

/** Names of the secrets that stay as they are stored. */
function keptSecrets(settingsClass: new () => object, input: ReadonlyMap<string, unknown>, stored: object): string[] {
  return secretFields(settingsClass).filter((name) => {
    const old = (stored as Record<string, unknown>)[name];
    const given = input.get(name);
    if (old == null || (given === null && mayBeTakenAway(settingsClass, name))) return false;
    return given == null || given === maskSecret(String(old));
  });
}

function withStored<S extends object>(owner: Settable<S>, input: unknown, stored: S): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const merged = new Map<string, unknown>(Object.entries(input));
  for (const name of keptSecrets(owner.settingsClass, merged, stored))
    merged.set(name, (stored as Record<string, unknown>)[name]);
  return Object.fromEntries(merged);
}
