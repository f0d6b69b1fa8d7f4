import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIdentifier } from 'inventory-reader';
import { openApiText } from '../../src/app/openapi/openapi';
import { NO_EXAMPLE } from '../../src/app/openapi/examples';
import { parseMoment } from '../../src/common/time/utc-timestamp';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { Description, type Described, type Media } from '../setup/description';

const COMMITTED = join(__dirname, '..', '..', 'openapi.json');
const LARGEST = 600_000;

const test = useApp();
let description: Description;

beforeAll(async () => {
  description = await Description.of(test);
});

const named = ({ method, path }: Described) => `${method} ${path}`;
const operations = (fits: (described: Described) => boolean) => description.operations.filter(fits).map(named);

/** Each object of the document, with where it is. */
function* nodes(value: unknown, path: string[] = []): Generator<[path: string, node: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path.join('.'), value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, [...path, key]);
}

/** The schemas that a schema leads to. */
function reached(schema: object, seen = new Set<string>()): Set<string> {
  for (const name of JSON.stringify(schema).match(/(?<=#\/components\/schemas\/)\w+/g) ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    reached(description.document.components.schemas[name]!, seen);
  }
  return seen;
}

const bodies = () =>
  description.operations.flatMap((described) =>
    Object.entries(described.operation.requestBody?.content ?? {}).map(([type, media]) => ({ described, type, media })),
  );

const successes = () =>
  description.operations.flatMap((described) =>
    Object.entries(described.operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => ({ described, status, answer })),
  );

describe('openapi.json', () => {
  it('is what the service says, and not larger than 600 kB; after a change, npm run openapi writes it', () => {
    const committed = readFileSync(COMMITTED, 'utf8');
    expect(committed === openApiText(test.app)).toBe(true);
    expect(committed.length).toBeLessThan(LARGEST);
    expect(JSON.parse(committed)).toEqual(description.document);
  });

  it('says nothing twice that could be a component', () => {
    const places = new Map<string, string[]>();
    for (const [path, methods] of Object.entries(description.document.paths))
      for (const [method, { parameters = [], responses }] of Object.entries(methods))
        for (const value of [...parameters, ...Object.values(responses)]) {
          if ('$ref' in value) continue;
          const text = JSON.stringify(value);
          places.set(text, [...(places.get(text) ?? []), `${method} ${path}`]);
        }
    expect([...places].filter(([, all]) => all.length > 1)).toEqual([]);
  });

  it('has no reference that leads nowhere, and no component that nothing leads to', () => {
    const text = JSON.stringify(description.document);
    const references = new Set(text.match(/(?<="#\/components\/)[\w/-]+/g));
    const components = Object.entries(description.document.components).flatMap(([kind, all]) =>
      (kind as string) === 'securitySchemes' ? [] : Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...references].sort()).toEqual(components.sort());
  });
});

describe('an operation', () => {
  it('has an id of its own, which says what it does: a verb that fits the method, and a noun', () => {
    const verbs: Record<string, RegExp> = {
      GET: /^(list|get)[A-Z]\w+$/,
      POST: /^[a-z]+[A-Z]\w+$/,
      PUT: /^(replace|put)[A-Z]\w+$/,
      PATCH: /^(update|patch)[A-Z]\w+$/,
      DELETE: /^(delete|revoke)[A-Z]\w+$/,
    };
    expect(operations(({ method, operation }) => !verbs[method]!.test(operation.operationId))).toEqual([]);
    const ids = description.operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    // Generated clients have a method for each: `getThing` beside `getThings` is called by mistake.
    const shorter = (id: string) => [...id].map((_, at) => id.slice(0, at) + id.slice(at + 1));
    expect(ids.filter((id) => shorter(id).some((other) => ids.includes(other)))).toEqual([]);
  });

  it('has a summary and a description, as each of its parameters has, and one tag that is described', () => {
    const tags = new Set(description.document.tags.filter((tag) => /\w/.test(tag.description)).map(({ name }) => name));
    const isComplete = ({ operation: { summary, description: text, tags: own } }: Described) =>
      /\w/.test(summary) && /\w/.test(text ?? '') && own.length === 1 && tags.has(own[0]!);
    expect(operations((described) => !isComplete(described))).toEqual([]);
    const isSilent = ({ operation }: Described) =>
      operation.parameters.some((one) => !/\w/.test(one.description ?? ''));
    expect(operations(isSilent)).toEqual([]);
    const used = new Set(description.operations.flatMap(({ operation }) => operation.tags));
    expect([...used].sort()).toEqual([...tags].sort());
  });

  it('says the form or the length of each text in its address and its query', () => {
    const open = description.operations.flatMap((described) =>
      described.operation.parameters
        .filter(({ in: place, schema }) => place !== 'header' && isUnbounded(schema))
        .map(({ name }) => `${named(described)} ${name}`),
    );
    expect(open).toEqual([]);
  });

  it('names inventories by their pattern wherever it takes one, and identifiers and moments by theirs', () => {
    const parameters = description.operations.flatMap(({ path, operation }) =>
      operation.parameters.map((one) => ({ path, ...one })),
    );
    const patternsOf = (fits: (one: (typeof parameters)[number]) => boolean) =>
      new Set(parameters.filter(fits).map(({ schema }) => schema.pattern as string));
    const [name, ...others] = patternsOf(
      (one) => (one.in === 'path' && one.name === 'name') || /^inventory\b/.test(one.name),
    );
    expect(others).toEqual([]);
    expect(['prod', 'a.b_c-1'].every((text) => new RegExp(name!).test(text))).toBe(true);
    expect(['', 'Prod', '-a', 'a b', 'x'.repeat(65)].some((text) => new RegExp(name!).test(text))).toBe(false);

    const [identifier] = patternsOf((one) => /^identifier\b/.test(one.name));
    const isIdentifier = (text: string) => new RegExp(identifier!, 'u').test(text);
    for (const text of ['pkg:npm/express', 'PKG:npm/express', 'cpe:a:nginx:nginx', 'repology:nginx', 'alias:vs code']) {
      expect([text, isIdentifier(text)]).toEqual([text, true]);
      expect(() => parseIdentifier(text)).not.toThrow();
    }
    for (const text of ['', 'nginx', 'npm/express', 'alias:', 'alias: ']) {
      expect([text, isIdentifier(text)]).toEqual([text, false]);
      expect(() => parseIdentifier(text)).toThrow();
    }

    const isMoment = ({ name: of, path }: { name: string; path: string }) =>
      (/^(created_at|last_update|available_at)\[/.test(of) || (of === 'from' && path.endsWith('/timeline'))) &&
      !/\[(eq|ne)\]/.test(of);
    expect(patternsOf(isMoment)).toEqual(new Set([moments()]));
  });

  it('takes the moments that its pattern describes, days too, and no others, in bodies as in queries', async () => {
    const right = [
      '2099-12-01',
      '2099-12-01T08:00',
      '2099-12-01t08:00:00z',
      '2099-12-01 08:00:00.5',
      '2099-12-01T08:00:00+02:00',
    ];
    const wrong = [
      '',
      'tomorrow',
      '2099-12',
      '01.12.2099',
      '2099-12-01T',
      '2099-12-01T08',
      '4099-12-01T08:00:00.1234567Z',
      '1700000000',
    ];
    const pattern = new RegExp(moments());
    const ada = await test.as('ada');
    for (const text of right) {
      expect([text, pattern.test(text), parseMoment(text) !== null]).toEqual([text, true, true]);
      await ada
        .post('/api/v1/token')
        .send({ name: text, scopes: ['read'], expires_at: text })
        .expect(201);
      await ada.get('/api/v1/software').query({ 'last_update[gt]': text }).expect(200);
    }
    for (const text of wrong) {
      expect([text, pattern.test(text), parseMoment(text) !== null]).toEqual([text, false, false]);
      const { body } = await ada
        .post('/api/v1/token')
        .send({ name: text || 'none', scopes: ['read'], expires_at: text });
      expect([body.status, body.errors]).toEqual([
        422,
        [{ field: 'expires_at', message: expect.stringContaining('ISO 8601') }],
      ]);
      await ada.get('/api/v1/software').query({ 'last_update[gt]': text }).expect(400);
    }
  });

  it('answers the same to a client that sends the defaults', async () => {
    await test.import(product('A quondle', []), product('Quondle', []), product('Quondles', []));
    const ada = await test.as('ada');
    const { parameters } = description.operation('GET', '/api/v1/software')!;
    const defaults = Object.fromEntries(
      parameters.filter(({ schema }) => 'default' in schema).map(({ name, schema }) => [name, String(schema.default)]),
    );
    expect(Object.keys(defaults).length).toBeGreaterThan(3);
    for (const query of [{}, { q: 'quondle' }]) {
      const { body } = await ada.get('/api/v1/software').query(query).expect(200);
      expect(
        (
          await ada
            .get('/api/v1/software')
            .query({ ...defaults, ...query })
            .expect(200)
        ).body,
      ).toEqual(body);
    }
    const searched = description.operations.filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === 'q'),
    );
    const sorts = searched.flatMap(({ operation }) => operation.parameters.filter(({ name }) => name === 'sort'));
    expect(sorts.length).toBeGreaterThan(0);
    expect(sorts.filter(({ schema }) => 'default' in schema)).toEqual([]);
  });

  it('has an example of its body and of each answer of success, and the example fits', () => {
    const all = [
      ...bodies().map(({ described, media }) => ({ where: `body of ${named(described)}`, media })),
      ...successes().flatMap(({ described, status, answer }) =>
        Object.values(answer.content ?? {}).map((media) => ({ where: `${status} of ${named(described)}`, media })),
      ),
    ];
    expect(all.length).toBeGreaterThan(40);
    const wrong = all.flatMap(({ where, media }) => exampleMistakes(media).map((mistake) => `${where}: ${mistake}`));
    expect(wrong).toEqual([]);
  });

  it('that answers a problem says so with examples that fit', () => {
    const { responses } = description.document.components;
    const media = Object.values(responses as Record<string, { content?: Record<string, Media> }>).flatMap(
      ({ content }) => content?.['application/problem+json'] ?? [],
    );
    const examples = media.flatMap(({ schema, examples: some = {} }) =>
      Object.values(some).map(({ value }) => description.mistakes(schema, value)),
    );
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.flat()).toEqual([]);
  });
});

/** The pattern of moments, which `format: date-time` would not describe: it has no days. */
const moments = () =>
  description.operation('GET', '/api/v1/software/{id}/timeline')!.parameters.find(({ name }) => name === 'from')!.schema
    .pattern as string;

function exampleMistakes({ schema, example }: Media): string[] {
  if (example === undefined) return ['has no example'];
  const missing = [...nodes({ example })].flatMap(([path, node]) =>
    Object.entries(node)
      .filter(([, value]) => value === NO_EXAMPLE || (Array.isArray(value) && value.includes(NO_EXAMPLE)))
      .map(([key]) => `${path}.${key} needs an example: @Field({ example: … })`),
  );
  return [...missing, ...description.mistakes(schema, example)];
}

describe('a body', () => {
  it('has no defaults: a client would send those of an update, and its types would demand those of a new resource', () => {
    const names = new Set(bodies().flatMap(({ media }) => [...reached(media.schema)]));
    expect(names.size).toBeGreaterThan(8);
    const withDefault = [...names].filter((name) =>
      [...nodes(description.document.components.schemas[name])].some(([, node]) => 'default' in node),
    );
    expect(withDefault).toEqual([]);
  });

  it('of a PATCH requires nothing and is not that of another method', () => {
    const schemaOf = ({ media }: { media: Media }) => JSON.stringify(media.schema);
    const others = bodies().filter(({ described: { method, path } }) => method !== 'PATCH' && !isAlias(method, path));
    for (const body of bodies().filter(({ described }) => described.method === 'PATCH')) {
      expect([named(body.described), others.map(schemaOf).includes(schemaOf(body))]).toEqual([
        named(body.described),
        false,
      ]);
      expect(description.mistakes(body.media.schema, {})).toEqual([]);
    }
  });

  it('is JSON, but for the lines of a catalogue and the file of an inventory', () => {
    const types = new Map(bodies().map(({ described, type }) => [named(described), type]));
    expect(types.get('POST /api/v1/catalogue')).toBe('application/x-ndjson');
    types.delete('POST /api/v1/catalogue');
    expect(types.get('PUT /api/v1/inventory/{name}/content')).toBe('application/octet-stream');
    types.delete('PUT /api/v1/inventory/{name}/content');
    expect(new Set(types.values())).toEqual(new Set(['application/json']));
    // Of several types, generated clients send the first: text as it is. Of others they would take no text, or make a JSON string of it.
    const others = bodies().filter(({ type }) => type !== 'application/json');
    const first = new Map(others.toReversed().map(({ described, type }) => [named(described), type]));
    expect([...first.values()]).toEqual(['text/plain', 'text/plain']);
    for (const { media } of others) expect(media.schema).toMatchObject({ type: 'string' });
    expect(JSON.stringify(others)).not.toContain('binary');
  });

  it('has no format of moments, which would leave days out that it takes', () => {
    const names = new Set(bodies().flatMap(({ media }) => [...reached(media.schema)]));
    const formats = [...names].flatMap((name) => [...nodes(description.document.components.schemas[name], [name])]);
    expect(formats.filter(([, { format }]) => format === 'date-time').map(([path]) => path)).toEqual([]);
  });

  it('says the bounds of its texts and numbers', () => {
    const names = [...new Set(bodies().flatMap(({ media }) => [...reached(media.schema)]))];
    const unbounded = names.flatMap((name) =>
      [...nodes(description.document.components.schemas[name], [name])]
        .filter(([, node]) => isUnbounded(node))
        .map(([path]) => path),
    );
    expect(unbounded).toEqual([]);
  });
});

/** `PUT` on a favorite does what `PATCH` does. */
const isAlias = (method: string, path: string) => method === 'PUT' && path === '/api/v1/favorite/{id}';

function isUnbounded(node: Record<string, unknown>): boolean {
  const types = [node.type].flat();
  if (types.includes('number')) return true;
  if (types.includes('integer')) return node.minimum === undefined || node.maximum === undefined;
  if (types.includes('array')) return node.maxItems === undefined;
  const bounds = ['maxLength', 'format', 'pattern', 'enum'];
  return types.includes('string') && !bounds.some((bound) => node[bound] !== undefined);
}

describe('a schema', () => {
  it('has whole numbers with a lower bound, ids that are uuids, and no object that looks empty', () => {
    const faults = [...nodes(description.document)].flatMap(([path, node]) => {
      const types = [node.type].flat();
      if (types.includes('number') && node.format !== 'double') return [`${path} is a number`];
      if (types.includes('integer') && node.minimum === undefined) return [`${path} has no minimum`];
      if (
        node.type === 'object' &&
        !node.properties &&
        node.additionalProperties === undefined &&
        !/example/.test(path)
      )
        return [`${path} is an object of nothing`];
      return [];
    });
    expect(faults).toEqual([]);
    const { schemas } = description.document.components as { schemas: Record<string, { properties: object }> };
    const ids = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, { format?: string; items?: { format?: string } }>)
        .filter(([key]) => /^(id|uuid)$/.test(key))
        .map(([key, { format, items }]) => `${name}.${key} ${format ?? items?.format}`),
    );
    expect(ids.length).toBeGreaterThan(8);
    // A vulnerability has the id that its database gave it.
    expect(ids.filter((id) => !id.endsWith(' uuid') && !id.startsWith('FavoriteAdvisory.'))).toEqual([]);
  });

  it('of a parameter that is on or off is a boolean', () => {
    const parameters = description.operations.flatMap(({ operation }) => operation.parameters);
    const switches = parameters.filter(({ name }) => /^include|^(enabled|update_available)/.test(name));
    expect(switches.length).toBeGreaterThan(10);
    expect(switches.filter(({ schema }) => schema.type !== 'boolean').map(({ name }) => name)).toEqual([]);
  });
});

it('tokens are opaque: the description does not call them JWTs', () => {
  expect(JSON.stringify(description.document)).not.toContain('bearerFormat');
});
