import type { ProbePreset } from './presets/preset';
import { PROBE_PRESETS } from './presets/presets';
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
}

const BY_KEY = new Map(PROBE_PRESETS.map((preset) => [preset.key, preset]));

export const presetOf = (key: string): ProbePreset | undefined => BY_KEY.get(key);

/** @returns null when only another version of the service knows its preset */
export function questionOf(probe: Probed, { address, headers }: ProbeSettings): Question | null {
  const own = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  if (probe.preset === null)
    return { url: address, headers: own, header: probe.header, jsonPath: probe.jsonPath, pattern: probe.pattern };
  const preset = presetOf(probe.preset);
  if (!preset) return null;
  const { path, header = null, jsonPath = null, pattern = null } = preset;
  return { url: address.replace(/\/+$/, '') + path, headers: own, header, jsonPath, pattern };
}

/** The header that a preset takes its token in. */
export function tokenHeader({ token }: ProbePreset, value: string): RequestHeader | null {
  if (!token) return null;
  const { header: name, prefix = '', isBasic } = token;
  return { name, value: isBasic ? `Basic ${Buffer.from(value).toString('base64')}` : prefix + value };
}
