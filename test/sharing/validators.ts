import { SaxesParser } from 'saxes';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import ICAL from 'ical.js';

/** An element as a parser of others reads it. */
export interface Element {
  name: string;
  uri: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Reads a document with a parser that knows XML 1.0 and namespaces, and forgives nothing. @throws Error where it is not well-formed */
export function parseXml(source: string): Element {
  const root: Element = { name: '', uri: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('there is a DOCTYPE');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const given = Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
    const element: Element = { name: local, uri, attributes: given, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(source).close();
  return root.children[0]!;
}

export const ATOM = 'http://www.w3.org/2005/Atom';
const ATOM_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const URN = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** RFC 4287: what a feed and an entry have once, may have once, and may have often. */
const RULES: Record<string, { one: string[]; most: string[]; many: string[] }> = {
  feed: {
    one: ['id', 'title', 'updated'],
    most: ['generator', 'icon', 'logo', 'rights', 'subtitle'],
    many: ['author', 'category', 'contributor', 'link', 'entry'],
  },
  entry: {
    one: ['id', 'title', 'updated'],
    most: ['content', 'published', 'rights', 'source', 'summary'],
    many: ['author', 'category', 'contributor', 'link'],
  },
};

/** @returns what a feed does wrong by RFC 4287 */
export function atomErrors(source: string): string[] {
  const feed = parseXml(source);
  const errors = feed.name === 'feed' ? elementErrors(feed) : [`the root is ${feed.name}`];
  const entries = feed.children.filter(({ name }) => name === 'entry');
  const ids = new Set(entries.map((entry) => entry.children.find(({ name }) => name === 'id')?.text));
  if (ids.size !== entries.length) errors.push('two entries have one id');
  return [...errors, ...entries.flatMap(elementErrors)];
}

function elementErrors(element: Element): string[] {
  const { one, most, many } = RULES[element.name]!;
  const count = (wanted: string) => element.children.filter(({ name }) => name === wanted).length;
  const errors = [
    ...one.filter((name) => count(name) !== 1).map((name) => `${element.name} has ${count(name)} ${name}`),
    ...most.filter((name) => count(name) > 1).map((name) => `${element.name} has ${count(name)} ${name}`),
    ...element.children
      .filter(({ name, uri }) => uri !== ATOM || ![...one, ...most, ...many].includes(name))
      .map(({ name }) => `${element.name} has an unknown ${name}`),
  ];
  if (element.text.trim() !== '') errors.push(`${element.name} has text of its own`);
  for (const { name, text, attributes, children } of element.children) {
    if (name === 'id' && !URN.test(text)) errors.push(`${text} is no id`);
    if (['updated', 'published'].includes(name) && !(ATOM_DATE.test(text) && Date.parse(text) > 0))
      errors.push(`${text} is no date`);
    if (name === 'author' && children.filter((child) => child.name === 'name' && child.text !== '').length !== 1)
      errors.push('an author has no name');
    if (name === 'link' && !/^https?:\/\//.test(attributes.href ?? '')) errors.push(`${attributes.href} is no link`);
    if (name === 'category' && !attributes.term) errors.push('a category has no term');
    if (name === 'title' && text.trim() === '') errors.push('a title is empty');
  }
  return errors;
}

const nonEmpty = { type: 'string', minLength: 1 };
const url = { type: 'string', format: 'uri' };
const authors = {
  type: 'array',
  minItems: 1,
  items: { type: 'object', additionalProperties: false, properties: { name: nonEmpty, url, avatar: url } },
};

/** JSON Feed 1.1, as its page says it. */
const JSON_FEED = {
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: nonEmpty,
    home_page_url: url,
    feed_url: url,
    language: nonEmpty,
    authors,
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
        additionalProperties: false,
        properties: {
          id: nonEmpty,
          url,
          title: nonEmpty,
          content_html: nonEmpty,
          content_text: nonEmpty,
          summary: nonEmpty,
          date_published: { type: 'string', format: 'date-time' },
          date_modified: { type: 'string', format: 'date-time' },
          authors,
          tags: { type: 'array', items: nonEmpty },
        },
      },
    },
  },
};

/** The endpoint badge of shields.io. */
const SHIELDS = {
  type: 'object',
  required: ['schemaVersion', 'label', 'message'],
  additionalProperties: false,
  properties: {
    schemaVersion: { const: 1 },
    label: { type: 'string' },
    message: nonEmpty,
    color: { type: 'string', pattern: '^(#[0-9a-f]{3}([0-9a-f]{3})?|[a-z]+)$' },
    labelColor: { type: 'string' },
    isError: { type: 'boolean' },
    cacheSeconds: { type: 'integer' },
  },
};

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const [jsonFeed, shields] = [ajv.compile(JSON_FEED), ajv.compile(SHIELDS)];

export const jsonFeedErrors = (value: unknown): unknown[] => (jsonFeed(value) ? [] : jsonFeed.errors!);
export const shieldsErrors = (value: unknown): unknown[] => (shields(value) ? [] : shields.errors!);

export interface ReadEvent {
  uid: string;
  summary: string;
  start: string;
  end: string;
  sequence: number;
}

/** Reads a calendar with a parser of others. @throws Error where it is none, or breaks a rule of lines that the parser forgives */
export function readCalendar(bytes: Buffer): ReadEvent[] {
  const source = bytes.toString();
  if (!source.endsWith('END:VCALENDAR\r\n')) throw new Error('it does not end');
  for (const octets of bytes.toString('latin1').slice(0, -2).split('\r\n')) {
    // Throws where a character was split.
    const line = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(octets, 'latin1'));
    if (octets.length > 75) throw new Error(`a line is too long: ${line}`);
    if (/\p{Cc}/u.test(line)) throw new Error(`a line has a control character: ${JSON.stringify(line)}`);
  }
  const calendar = new ICAL.Component(ICAL.parse(source) as never);
  if (calendar.name !== 'vcalendar' || calendar.getFirstPropertyValue('version') !== '2.0')
    throw new Error('no calendar');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    if (!event.startDate.isDate || !component.getFirstPropertyValue('dtstamp')) throw new Error('no day');
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      sequence: event.sequence,
    };
  });
}
