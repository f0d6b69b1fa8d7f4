import fc, { type Arbitrary } from 'fast-check';
import { MOMENT_PATTERN } from '../../src/common/time/utc-timestamp';

/** JSON Schema, as far as `openapi.json` and the settings of channels and sources use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Any UTF-16 units at all, unpaired surrogates and NUL among them. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

export const EDGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  'ﬃ',
  'e\u0301',
  '\u{1F600}',
  '%',
  '%%%',
  '_',
  '\\',
  "'",
  '"',
  '`',
  "' OR 1=1 --",
  "\\' OR 1=1 #",
  '1; DROP TABLE software; --',
  "x' UNION SELECT hash FROM access_token --",
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '9223372036854775808',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.9999999Z',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  'P1Y',
  '999999999999d',
  '(a+)+$',
  'https://127.0.0.1:1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:127.0.0.1]/',
  'https://user:pass@127.0.0.1/?#',
  'javascript:alert(1)',
  'a@b',
  '"x"@127.0.0.1',
  'x'.repeat(256),
  'é'.repeat(10_001),
];

/** What JSON parsers and whoever reads their results may stumble over; written out, since no JavaScript value has some of them. */
const EDGES = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.1',
  '1e400',
  '-1e400',
  '1e-400',
  '123456789012345678901234567890',
  '9007199254740993',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2,"then":3,"length":-1,"toJSON":4}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'0,'.repeat(20_000)}0]`,
];

/** Where nobody listens: what is made of a request may call it. */
const NOBODY = 'http://127.0.0.1:65535/x';
const YEARS = { min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true };

const text = (value: unknown) => JSON.stringify(value);
const edge = fc.oneof(fc.constantFrom(...EDGES), fc.constantFrom(...EDGE_TEXTS).map(text), anyText.map(text));
const anything = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }).map(text);
const KEYS = ['__proto__', 'constructor', 'prototype', 'id', 'user_id', '', 'a.b', '$ref', '\u0000'];

/** Makes JSON texts for schemas: mostly as they say, often nearly so. */
export class JsonTexts {
  constructor(
    private readonly definitions: Record<string, Schema>,
    /** Of resources that there are. */
    private readonly id: Arbitrary<string>,
    /** What fits into fields of these names better than their schema says, such as an id of software. */
    private readonly byName: Record<string, Arbitrary<string>>,
  ) {}

  of(schema: Schema | undefined): Arbitrary<string> {
    return fc.oneof(
      { weight: 40, arbitrary: this.fitting(schema ?? {}) },
      { weight: 2, arbitrary: edge },
      { weight: 1, arbitrary: anything },
    );
  }

  private named(key: string, schema: Schema): Arbitrary<string> {
    const known = Object.hasOwn(this.byName, key) ? this.byName[key]!.map(text) : null;
    if (!known) return this.of(schema);
    const list = fc.array(known, { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
    const fitting = schema.type === 'array' ? list : schema.type === 'object' ? this.of(schema) : known;
    return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: this.of(schema) });
  }

  private fitting(schema: Schema): Arbitrary<string> {
    if (schema.$ref) return this.fitting(this.definitions[schema.$ref.split('/').at(-1)!]!);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.fitting(choice)));
    if (schema.enum) return fc.constantFrom(...schema.enum).map(text);
    if (schema.const !== undefined) return fc.constant(text(schema.const));
    const types = [schema.type ?? []].flat();
    const examples = [schema.example, schema.default]
      .filter((one) => one !== undefined)
      .map((one) => fc.constant(text(one)));
    const made = types.map((type) => this.ofType(type, schema));
    return examples.length + made.length > 0 ? fc.oneof(...examples, ...made) : anything;
  }

  private ofType(type: string, schema: Schema): Arbitrary<string> {
    switch (type) {
      case 'object':
        return this.object(schema);
      case 'array':
        return fc.array(this.of(schema.items), { maxLength: 4 }).map((items) => `[${items.join(',')}]`);
      case 'string':
        return this.string(schema).map(text);
      case 'integer':
      case 'number':
        return fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 1_000) + 1 }).map(text);
      case 'boolean':
        return fc.boolean().map(text);
      default:
        return fc.constant('null');
    }
  }

  private string({ format, pattern, maxLength }: Schema): Arbitrary<string> {
    if (format === 'uuid') return this.id;
    if (pattern === MOMENT_PATTERN) return fc.date(YEARS).map((date) => date.toISOString());
    if (format === 'email') return fc.constantFrom('ada@example.org', 'a+b@example.org', 'ä@example.org');
    if (format === 'uri') return fc.constantFrom(NOBODY, 'https://10.0.0.1/', 'ftp://127.0.0.1/');
    const long = fc.constantFrom(0, 1).map((more) => 'x'.repeat(Math.min(maxLength ?? 100, 20_000) + more));
    const word = fc.string({ minLength: 1, maxLength: 20 });
    return fc.oneof({ weight: 4, arbitrary: word }, { weight: 2, arbitrary: anyText }, this.id, long);
  }

  /** Its keys in any order, some twice, some that it does not have. */
  private object({ properties = {}, required = [] }: Schema): Arbitrary<string> {
    const known = Object.entries(properties).map(([key, schema]) => {
      const entry = this.named(key, schema).map((value) => [text(key), value] as const);
      return fc.oneof(
        { weight: required.includes(key) ? 19 : 4, arbitrary: entry },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    });
    const stray = fc.tuple(fc.oneof(fc.constantFrom(...KEYS, ...Object.keys(properties)), anyText).map(text), edge);
    const strays = fc.oneof(
      { weight: 15, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(stray, { maxLength: 3 }) },
    );
    return fc
      .tuple(fc.tuple(...known), strays)
      .map(([entries, more]) => [...entries.filter((entry) => entry !== null), ...more])
      .map((entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`);
  }
}
