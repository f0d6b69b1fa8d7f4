import { withoutSlashes } from 'small-parts';
import type { ProbePreset } from './presets/preset';
import { APPLICATIONS } from './presets/application.presets';
import { SERVERS } from './presets/server.presets';
import type { ProbePresetResponse } from './dto/probe.dto';
import type { Place } from './answer';

/** A header of the request. Its value is a secret. */
export interface RequestHeader {
  name: string;
  value: string;
}

/** What is sealed of a probe. */
export interface ProbeSettings {
  address: string;
  headers: RequestHeader[];
}

/** A probe as it is stored: a preset says where the version stands, or the place does. */
export interface Probed extends Place {
  preset: string | null;
}

/** What to ask, and where the version stands in the answer. */
export interface Question extends Place {
  url: string;
  headers: Record<string, string>;
  /** Gives the token; null = none is needed, or the headers have it. */
  login: Login | null;
}

/** How the token for a question is got: see `PresetLogin`. */
export interface Login {
  url: string;
  /** Of the token of minutes. */
  header: string;
  prefix: string;
  secret: string;
  body: object | URLSearchParams;
  jsonPath: string;
  logout: string | null;
}

/** By title. */
export const PROBE_PRESETS: readonly ProbePreset[] = [...APPLICATIONS, ...SERVERS].sort((a, b) =>
  a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1,
);

const BY_KEY = new Map(PROBE_PRESETS.map((preset) => [preset.key, preset]));

export const presetOf = (key: string): ProbePreset | undefined => BY_KEY.get(key);

/** @returns null when only another version of the service knows its preset */
export function questionOf(probe: Probed, { address, headers }: ProbeSettings): Question | null {
  if (probe.preset === null) {
    const { header, jsonPath, pattern } = probe;
    return { url: address, headers: byName(headers), login: null, header, jsonPath, pattern };
  }
  const preset = presetOf(probe.preset);
  if (!preset) return null;
  const { title, path, header = null, jsonPath = null, pattern = null } = preset;
  const says = preset.says && { ...preset.says, program: title };
  const base = withoutSlashes(address);
  const login = loginOf(preset, base, headers);
  const own = headers.filter(({ name }) => name !== login?.header);
  return { url: base + path, headers: byName(own), login, header, jsonPath, pattern, says };
}

const byName = (headers: RequestHeader[]) => Object.fromEntries(headers.map(({ name, value }) => [name, value]));

function loginOf({ token }: ProbePreset, base: string, headers: RequestHeader[]): Login | null {
  const secret = headers.find(({ name }) => name === token?.header)?.value;
  if (!token?.login || secret === undefined) return null;
  const { header, prefix = '', login } = token;
  const { path, jsonPath, logout } = login;
  const body = login.body(secret)!;
  return { url: base + path, header, prefix, secret, body, jsonPath, logout: logout ? base + logout : null };
}

/** The header that a preset takes its token in; with the secret, where the token is asked for first. */
export function tokenHeader({ token }: ProbePreset, value: string): RequestHeader | null {
  if (!token) return null;
  const { header: name, prefix = '', isBasic, login } = token;
  if (login) return { name, value };
  return { name, value: isBasic ? `Basic ${Buffer.from(value).toString('base64')}` : prefix + value };
}

export const toPresetResponse = ({ key, title, names = [], path, token, docs }: ProbePreset): ProbePresetResponse => ({
  key,
  title,
  names,
  path,
  token: token ? (token.isOptional ? 'optional' : 'required') : 'none',
  token_hint: token?.hint ?? null,
  docs,
});
