import { validateTagPattern } from 'version-order';
import { Problem } from '../../api/problem/problem';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { validatePath } from '../../source/sources/json-path';
import { INTERVAL_RULE, parseInterval, USUAL_INTERVAL } from './ask-times';
import type { ProbeHeaderDto, WriteProbeDto } from './dto/probe.dto';
import type { ProbePreset } from './presets/preset';
import { HOW_TO_ALLOW } from './probe-asker';
import { presetOf, type Probed, type ProbeSettings, type RequestHeader, tokenHeader } from './question';

/** What is stored already: its secrets are kept. */
export interface StoredProbe {
  preset: string | null;
  settings: ProbeSettings;
}

/** A probe that was checked. */
export interface AcceptedProbe {
  place: Probed;
  settings: ProbeSettings;
  interval: number;
}

/** What the guard says of addresses that an operator could open. */
const CLOSED = /may call|begin with https|use port/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** They belong to the connection. */
const RESERVED = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect)$/i;
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** @throws Problem invalid-body naming the field */
export function acceptProbe(http: OutgoingHttp, input: WriteProbeDto, stored: StoredProbe | null): AcceptedProbe {
  const { jsonPath, pattern, header } = acceptPlace(input);
  const preset = acceptPreset(input);
  const address = acceptAddress(http, input.address.trim(), preset !== null);
  const isSame =
    stored !== null &&
    stored.preset === (preset?.key ?? null) &&
    new URL(stored.settings.address).origin === new URL(address).origin;
  const headers = acceptHeaders(input, preset, isSame ? stored.settings.headers : []);
  return {
    place: { preset: preset?.key ?? null, jsonPath, pattern, header },
    settings: { address, headers },
    interval: acceptInterval(input.interval),
  };
}

function acceptPreset({ preset: key, json_path, pattern, header, token }: WriteProbeDto): ProbePreset | null {
  if (key == null) {
    if (json_path == null && pattern == null && header == null)
      throw Problem.field('json_path', 'is required, unless there is a preset, a pattern or a header');
    if (token != null) throw Problem.field('token', 'needs a preset: send it in headers');
    return null;
  }
  const preset = presetOf(key);
  if (!preset) throw Problem.field('preset', 'is not one of GET /probe-preset');
  for (const [field, value] of Object.entries({ json_path, pattern, header }))
    if (value != null) throw Problem.field(field, 'must not be given with a preset, which knows it');
  if (token != null && !preset.token) throw Problem.field('token', `must not be given: ${preset.title} needs none`);
  return preset;
}

function acceptPlace(input: WriteProbeDto) {
  const { json_path: jsonPath = null, pattern = null, header = null } = input;
  if (jsonPath !== null && header !== null)
    throw Problem.field('header', 'must not be given with json_path: the version stands in one place');
  const problems = {
    json_path: jsonPath === null ? null : validatePath(jsonPath),
    pattern: pattern === null ? null : validateTagPattern(pattern),
    header: header === null || HEADER_NAME.test(header) ? null : 'must be the name of a header',
  };
  for (const [field, message] of Object.entries(problems)) if (message) throw Problem.field(field, message);
  return { jsonPath, pattern, header };
}

function acceptAddress(http: OutgoingHttp, text: string, isBase: boolean): string {
  const url = http.checkUrl(text);
  if (!(url instanceof URL)) throw Problem.field('address', CLOSED.test(url) ? `${url}. ${HOW_TO_ALLOW}` : url);
  if (isBase && url.search !== '') throw Problem.field('address', 'must not hold a query (?) with a preset');
  return url.href;
}

function acceptHeaders(input: WriteProbeDto, preset: ProbePreset | null, stored: RequestHeader[]): RequestHeader[] {
  const isNamed = (name: string) => (one: RequestHeader) => one.name.toLowerCase() === name.toLowerCase();
  const given = input.headers?.map((header) => acceptHeader(header, stored.find(isNamed(header.name)))) ?? stored;
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  if (names.size < given.length) throw Problem.field('headers', 'must not have a name twice');
  if (!preset?.token) return given;
  const { header } = preset.token;
  const others = given.filter((one) => !isNamed(header)(one));
  if (input.token === null) return others;
  const kept = given.find(isNamed(header)) ?? stored.find(isNamed(header));
  const token = input.token === undefined ? kept : tokenHeader(preset, input.token.trim());
  if (!token) {
    if (preset.token.isOptional) return others;
    throw Problem.field('token', `is required: ${preset.token.hint}`);
  }
  const { login } = preset.token;
  if (login && login.body(token.value) === null)
    throw Problem.field('token', `must be another text: ${preset.token.hint}`);
  if (!login && !HEADER_VALUE.test(token.value)) throw Problem.field('token', 'must be of printable ASCII');
  return [...others, token];
}

function acceptHeader({ name, value }: ProbeHeaderDto, stored: RequestHeader | undefined): RequestHeader {
  if (!HEADER_NAME.test(name) || RESERVED.test(name)) throw Problem.field('headers', 'has a name that is not allowed');
  const text = value?.trim() ?? stored?.value;
  if (text === undefined) throw Problem.field('headers', `has no value for ${name}`);
  if (!HEADER_VALUE.test(text)) throw Problem.field('headers', `must be of printable ASCII in ${name}`);
  return { name, value: text };
}

function acceptInterval(text: string | null | undefined): number {
  if (text == null) return USUAL_INTERVAL;
  const seconds = parseInterval(text);
  if (seconds === null) throw Problem.field('interval', INTERVAL_RULE);
  return seconds;
}
