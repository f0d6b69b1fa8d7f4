import { type Agent, expectProblem, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { Description, type Described } from '../setup/description';
import { signedIn } from '../setup/session';
import { SCOPES } from '../../src/config/scopes';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
  format?: string;
  [bound: string]: unknown;
}

const test = useApp();
const ada = useAgent(() => test.as('ada', [...SCOPES]));
let browser: Agent;
let description: Description;

beforeAll(async () => {
  description = await Description.of(test);
  browser = (await signedIn(test, 'ada')).agent;
});

/** Every operation with a body of JSON, and what is in it. */
const taking = () =>
  description.operations.flatMap((described) => {
    const media = described.operation.requestBody?.content['application/json'];
    return media ? [{ described, schema: resolved(media.schema as Schema) }] : [];
  });

function resolved(schema: Schema): Schema {
  const inner = schema.allOf?.[0] ?? schema.anyOf?.[0];
  if (inner) return { ...resolved(inner), ...(schema.anyOf ? { isNullable: true } : {}) };
  if (schema.$ref === undefined) return schema;
  return resolved(description.document.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
}

/** Values that a schema forbids, each for another reason. */
function wrongOf(given: Schema): unknown[] {
  const schema = resolved(given);
  const types = [schema.type].flat();
  const has = (type: string) => types.includes(type);
  const of = (bound: string) => schema[bound] as number | undefined;
  const wrong: unknown[] = [];
  if (!has('string')) wrong.push('text');
  if (!has('integer')) wrong.push(7);
  if (!has('boolean')) wrong.push(true);
  if (!has('array')) wrong.push([7]);
  if (!has('object')) wrong.push({});
  if (has('string')) {
    if (of('maxLength')) wrong.push('x'.repeat(of('maxLength')! + 1));
    if (of('minLength')) wrong.push('', ' \t');
    if (schema.enum || schema.format) wrong.push('nonsense');
  }
  if (has('integer')) wrong.push(1.5, of('minimum')! - 1, of('maximum')! + 1);
  if (has('array')) {
    if (of('minItems')) wrong.push([]);
    wrong.push(
      Array.from({ length: of('maxItems')! + 1 }, () => 'x'),
      ...wrongOf(schema.items!).map((one) => [one]),
    );
  }
  if (schema.properties) wrong.push(...bodiesOf(schema), { nothing: 1 });
  return wrong;
}

/** Objects whose every field is wrong, until each was wrong in each way. */
function bodiesOf({ properties = {} }: Schema): Record<string, unknown>[] {
  const ways = Object.entries(properties).map(([name, schema]) => [name, wrongOf(schema)] as const);
  const rounds = Math.max(0, ...ways.map(([, wrong]) => wrong.length));
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(ways.flatMap(([name, wrong]) => (round < wrong.length ? [[name, wrong[round]]] : []))),
  );
}

const addressOf = ({ path }: Described) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => (/^(id|advisoryId)$/.test(name as string) ? UNKNOWN_ID : 'prod'));

const send = (described: Described, text: string) => {
  const agent = described.path === '/api/v1/session' ? browser : ada;
  const request = agent[described.method.toLowerCase() as 'post'](addressOf(described));
  return request.set('Content-Type', 'application/json').send(text);
};

/** The fields of which it is told what is wrong, as deep as they are. */
async function mistakesIn(described: Described, body: unknown): Promise<string[]> {
  const answer = await send(described, JSON.stringify(body));
  const where = `${described.method} ${described.path} ${JSON.stringify(body).slice(0, 300)}`;
  expect([where, answer.status]).toEqual([where, 422]);
  const fields = expectProblem(answer, 422, 'invalid-body');
  expect(fields).toEqual([...new Set(fields)]);
  // Without its name.
  const odd = (answer.body.errors as { message: string }[]).filter(({ message }) => !SAID.test(message));
  expect([where, odd]).toEqual([where, []]);
  return fields;
}

/** These are judged when all others are right, settings by their type. */
const LATER = ['settings', 'until', 'supported_until'];

/** Of what is no object, the library still says the name. */
const SAID = /^(?:each entry |(?:each value in )?nested property \w+ )?(?:must|is) /;

const rootsOf = (fields: string[]) => [...new Set(fields.map((field) => field.split(/[.[]/)[0]!))];

describe('a body of an operation', () => {
  it('is told each of its fields that is not as described, whatever is wrong with it', async () => {
    expect(taking().length).toBeGreaterThan(30);
    const silent: string[] = [];
    for (const { described, schema } of taking())
      for (const body of bodiesOf(schema)) {
        const told = rootsOf(await mistakesIn(described, body));
        const missing = Object.keys(body).filter((name) => !told.includes(name) && !LATER.includes(name));
        for (const name of missing)
          silent.push(`${described.method} ${described.path} ${name} ${JSON.stringify(body[name]).slice(0, 60)}`);
      }
    expect(silent).toEqual([]);
  });

  it('is told the fields that it has to have, and each that is none', async () => {
    for (const { described, schema } of taking()) {
      const fields = await mistakesIn(described, { nothing: 1, Nothing: 2 });
      expect([described.path, fields]).toEqual([
        described.path,
        expect.arrayContaining(['nothing', 'Nothing', ...(schema.required ?? [])]),
      ]);
    }
  });

  it('has to be JSON, and an object', async () => {
    for (const { described } of taking()) {
      expectProblem(await send(described, '{'), 400, 'invalid-json');
      for (const body of [null, [], 'text']) expect(await mistakesIn(described, body)).toEqual(['body']);
    }
  });
});
