import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../setup/description';
import { JsonTexts, type Schema } from './json-text';
import { idOf, mostly, type Surroundings, tokenIn } from './surroundings';

/** `type` is that of `Content-Type`; empty = none. */
export interface Body {
  type: string;
  bytes: Buffer;
}

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json'];
export const ODD_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  '/',
  '*/*',
  'a'.repeat(5_000),
  'application/x-ndjson',
];

const word: Schema = { type: 'string', maxLength: 255 };
const object = (required: string[], properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required,
  properties,
});

/** Lines of a catalogue, and the webhooks of a forge; `openapi.json` does not describe them. */
const PLAIN_RECORD: Record<string, Schema> = {
  publisher: object(['name'], { name: word, url: { type: 'string', format: 'uri' } }),
  software: object(['name'], { name: word, description: { type: 'string', maxLength: 10_000 } }),
  versions: {
    type: 'array',
    items: object(['version'], {
      version: word,
      released_at: { type: 'string', format: 'date-time' },
      prerelease: { type: 'boolean' },
    }),
  },
  source: object(['kind', 'id'], { kind: { const: 'fuzz' }, id: word }),
};
const RECORD: Record<string, Schema> = {
  ...PLAIN_RECORD,
  ordering: object([], {
    scheme: { enum: ['generic', 'semver', 'calver', 'debian', 'maven'] },
    tag_pattern: word,
    ignore_pattern: word,
  }),
  feed: object(['type', 'settings'], { type: { enum: ['json', 'html', 'git-tags'] }, settings: { type: 'object' } }),
};
const HOOK = object(['object_kind', 'project'], {
  object_kind: { enum: ['release', 'tag_push', 'push'] },
  project: object(['path_with_namespace'], { path_with_namespace: word, web_url: { type: 'string', format: 'uri' } }),
  ref: word,
  repository: object(['full_name'], { full_name: word, html_url: { type: 'string', format: 'uri' } }),
  action: { enum: ['published', 'create', 'deleted'] },
});

/** Bodies for one operation: mostly by its schema. */
export class Bodies {
  private readonly texts: JsonTexts;

  constructor(private readonly around: Surroundings) {
    this.texts = new JsonTexts(around.description.document.components.schemas, idOf(around), {
      software: idOf(around, 'software'),
      version: fc.constantFrom(...around.labels),
      repository: fc.constant('widgets/widget'),
      package: fc.constant('widget'),
      series: fc.constant('2'),
      channels: idOf(around, 'channel'),
    });
  }

  of(path: string, { requestBody }: Partial<Operation>): Arbitrary<Body | null> {
    const none = fc.constant(null);
    if (!requestBody) return mostly<Body | null>(none, this.odd());
    const fitting = path.endsWith('/catalogue') ? this.catalogue() : this.json(path, requestBody);
    return mostly<Body | null>(fitting, this.odd(), none);
  }

  private json(path: string, { content }: NonNullable<Operation['requestBody']>): Arbitrary<Body> {
    const kind = path.includes('/channel') ? 'channel' : path.endsWith('/source') ? 'source' : null;
    const texts = (kind ? this.around.types[kind] : []).map(({ type, settings }) =>
      this.texts.of(settled(path, type, settings)),
    );
    if (path.endsWith('/session')) texts.push(this.texts.of(object(['token'], { token: this.token() })));
    if (path.endsWith('/skip')) texts.push(idOf(this.around, 'version').map((version) => JSON.stringify({ version })));
    const isHook = path.includes('/source-hook/');
    const described = this.texts.of(isHook ? HOOK : content['application/json']?.schema);
    return fc
      .tuple(fc.constantFrom(...JSON_TYPES), fc.oneof(described, ...texts))
      .map(([type, text]) => ({ type, bytes: Buffer.from(text) }));
  }

  private token(): Schema {
    return { const: tokenIn(this.around.authorization) };
  }

  private catalogue(): Arbitrary<Body> {
    const line = fc.oneof(...[PLAIN_RECORD, RECORD].map((one) => this.texts.of(object(Object.keys(one), one))));
    const lines = fc.array(line, { minLength: 1, maxLength: 4 });
    const plain = lines.map((all) => Buffer.from(all.join('\n')));
    return mostly(
      plain,
      plain.map((bytes) => gzipSync(bytes)),
    ).map((bytes) => ({ type: 'application/x-ndjson', bytes }));
  }

  /** Fits nowhere: of other types, cut off, packed, bytes that are no UTF-8. */
  private odd(): Arbitrary<Body> {
    const json = this.texts.of({}).map((text) => Buffer.from(text));
    const bytes = fc.oneof(
      json,
      json.map((whole) => whole.subarray(0, Math.floor(whole.length / 2))),
      json.map((whole) => Buffer.concat([whole.subarray(0, 3), Buffer.from([0xff, 0xc3, 0x28]), whole.subarray(3)])),
      json.map((whole) => gzipSync(whole)),
      fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
      fc.constant(Buffer.alloc(300_000, 'x')),
      fc.constant(gzipSync(Buffer.alloc(5_000_000))),
    );
    return fc.record({ type: fc.constantFrom(...JSON_TYPES, ...ODD_TYPES), bytes });
  }
}

/** The settings of a channel or a source are described by its type, which nobody may change. */
function settled(path: string, type: string, settings: Schema): Schema {
  const isNamed = path.includes('/channel') && !path.endsWith('/test');
  const name: Record<string, Schema> = isNamed ? { name: { type: 'string', maxLength: 100 } } : {};
  if (path.endsWith('{id}')) return object([], { ...name, settings });
  const properties = { type: { const: type }, ...name, settings };
  return object(Object.keys(properties), properties);
}
