import { entriesOf, field, listOf, textOf } from './values';

/** How a file says that the version in use is asked for. */
export interface Asked {
  url: string;
  jsonPath: string | null;
  pattern: string | null;
  /** Of the answer. */
  header: string | null;
  headers: { name: string; value: string }[];
  /** What there is no way for here; null = nothing. */
  unsupported: string | null;
}

/** `deployed_version` of a service in the configuration of Argus; null = it has none of a URL. */
export function argusAsked(service: unknown): Asked | null {
  const lookup = field(service, 'deployed_version');
  const url = textOf(field(lookup, 'url'));
  if (url === null || !['url', 'web'].includes(textOf(field(lookup, 'type')) ?? 'url')) return null;
  const json = textOf(field(lookup, 'json'));
  const regex = textOf(field(lookup, 'regex'));
  const headers = headersOf(lookup);
  const header = textOf(field(lookup, 'target_header'));
  return {
    url: url.trim(),
    jsonPath: json === null || header !== null ? null : pathOf(json),
    pattern: regex === null ? (json === null && header === null ? '^\\s*(\\S+)' : null) : withGroup(regex),
    header,
    headers,
    unsupported: unsupportedIn(lookup, [url, ...headers.map(({ value }) => value)]),
  };
}

function headersOf(lookup: unknown): Asked['headers'] {
  const headers = listOf(field(lookup, 'headers')).flatMap((one) => {
    const [name, value] = [textOf(field(one, 'key')), textOf(field(one, 'value'))];
    return name !== null && value !== null ? [{ name, value }] : [];
  });
  const [username, password] = ['username', 'password'].map((name) => textOf(field(field(lookup, 'basic_auth'), name)));
  if (username == null || password == null) return headers;
  // Its variables are looked for before that.
  const isOpen = `${username}${password}`.includes('${');
  const value = isOpen ? '${…}' : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return [...headers, { name: 'Authorization', value }];
}

function unsupportedIn(lookup: unknown, texts: string[]): string | null {
  if ((textOf(field(lookup, 'method')) ?? 'GET').toUpperCase() !== 'GET')
    return 'It is asked with another method than GET';
  if (field(lookup, 'allow_invalid_certs') === true) return 'It allows certificates that are not valid';
  if (textOf(field(lookup, 'regex_template'))) return 'It has a regex_template';
  return texts.some((text) => text.includes('${'))
    ? 'It has a variable of the environment (${…}), whose value is not in the file'
    : null;
}

/** `data.items[0].version` as a JSONPath. */
function pathOf(key: string): string {
  const steps = key.split('.').flatMap((part) => {
    const [name = '', ...indexes] = part.split('[');
    return [...(name === '' ? [] : [`[${JSON.stringify(name)}]`]), ...indexes.map((index) => `[${index}`)];
  });
  return `$${steps.join('')}`;
}

/** Without a group, all that matches counts. */
function withGroup(regex: string): string {
  return /\((?!\?)/.test(regex) ? regex : `(${regex})`;
}

export const countAsked = (services: unknown): number =>
  entriesOf(services).filter(([, service]) => argusAsked(service) !== null).length;
