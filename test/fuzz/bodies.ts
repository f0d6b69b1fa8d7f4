import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Lines of a catalogue; `openapi.json` does not describe them. */
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
  identity: object(['kind', 'id'], { kind: { const: 'fuzz' }, id: word }),
};
const RECORD: Record<string, Schema> = {
  ...PLAIN_RECORD,
  ordering: object([], {
    scheme: { enum: ['generic', 'semver', 'calver', 'debian', 'maven'] },
    tag_pattern: word,
    ignore_pattern: word,
  }),
  source: object(['type', 'settings'], { type: { enum: ['json', 'html', 'git-tags'] }, settings: { type: 'object' } }),
};

const FAVORITES: Schema = { type: 'array', items: { type: 'string', format: 'uuid' } };
const FILTER: Schema = { enum: [{}, { update_available: true }, { 'software[like]': 'Product 1' }] };
const toFavorites = (properties: Record<string, Schema>): Schema[] => [
  object(['action', 'ids'], { ...properties, ids: FAVORITES }),
  object(['action', 'filter', 'expect'], {
    ...properties,
    filter: FILTER,
    expect: { type: 'integer', minimum: 0, maximum: 20 },
  }),
];

/** Fields that go together, where the description only says what each of them may be. */
const SHAPES: Record<string, Schema[]> = {
  '/api/v1/favorite/bulk': [
    ...toFavorites({ action: { enum: ['update', 'skip', 'unsnooze', 'mute', 'unmute'] } }),
    ...toFavorites({ action: { const: 'snooze' }, until: { type: 'string', format: 'date-time' } }),
    ...toFavorites({ action: { const: 'policy' }, policy: { $ref: '#/components/schemas/UpdatePolicyDto' } }),
    object(['action', 'ids'], { action: { const: 'delete' }, ids: FAVORITES }),
  ],
  '/api/v1/feed': [
    object(['kind'], { kind: { enum: ['updates', 'calendar', 'badge'] }, filter: FILTER, name: word }),
    object(['kind', 'favorite'], { kind: { enum: ['updates', 'calendar', 'badge'] }, favorite: word }),
    object(['kind', 'software'], { kind: { const: 'product' }, software: word }),
  ],
  '/api/v1/software/{id}/notes-source': [
    object(['from'], { from: { const: 'source' } }),
    object(['from', 'settings'], {
      from: { const: 'github' },
      settings: object(['repository'], { repository: word }),
    }),
    object(['from', 'settings'], {
      from: { const: 'changelog' },
      settings: object(['url'], { url: { type: 'string', format: 'uri' } }),
    }),
  ],
};

const FILES = join(__dirname, '..', '..', 'packages', 'inventory-reader', 'test', 'fixtures');
/** Files of the tests of inventories, but for large ones, and lines about products that there are. */
const UPLOADS = [
  ...Array.from({ length: 4 }, (_, number) => Buffer.from(`Product ${number}@1.0\nProduct ${number + 5}@2.0\n`)),
  ...readdirSync(FILES, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .filter((bytes) => bytes.length > 0 && bytes.length < 50_000),
];

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
      favorite: idOf(around, 'favorite'),
      ids: idOf(around, 'favorite'),
      except: idOf(around, 'favorite'),
    });
  }

  of(path: string, { requestBody }: Partial<Operation>): Arbitrary<Body | null> {
    const none = fc.constant(null);
    if (!requestBody) return mostly<Body | null>(none, this.odd());
    return mostly<Body | null>(this.fitting(path, requestBody), this.odd(), none);
  }

  private fitting(path: string, body: NonNullable<Operation['requestBody']>): Arbitrary<Body> {
    if (path.endsWith('/catalogue')) return this.catalogue();
    return path.endsWith('/content') ? this.content() : this.json(path, body);
  }

  private json(path: string, { content }: NonNullable<Operation['requestBody']>): Arbitrary<Body> {
    const kind = path.includes('/channel') ? 'channel' : path.endsWith('/source') ? 'source' : null;
    const texts = (kind ? this.around.types[kind] : []).map(({ type, settings }) =>
      this.texts.of(settled(path, type, settings)),
    );
    if (path.endsWith('/session')) texts.push(this.texts.of(object(['token'], { token: this.token() })));
    if (path.endsWith('/skip')) texts.push(idOf(this.around, 'version').map((version) => JSON.stringify({ version })));
    texts.push(...(SHAPES[path] ?? []).map((shape) => this.texts.of(shape)));
    const described = this.texts.of(content['application/json']?.schema);
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

  /** Uploads of inventories: as programs write them, and with one byte changed. */
  private content(): Arbitrary<Body> {
    const whole = fc.constantFrom(...UPLOADS);
    const changed = fc.tuple(whole, fc.nat(), fc.nat(255)).map(([bytes, place, byte]) => {
      const copy = Buffer.from(bytes);
      copy[place % copy.length] = byte;
      return copy;
    });
    return fc
      .tuple(fc.constantFrom('application/octet-stream', 'text/plain', 'application/json'), mostly(whole, changed))
      .map(([type, bytes]) => ({ type, bytes }));
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
