import { type Document, isReference, type MediaType, operationsOf, type Schema } from './document';

/** Gives each body and each answer of success an example, put together from those of its properties. */
export function addExamples(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const answers = Object.values(operation.responses).map((answer) => (isReference(answer) ? {} : answer.content));
    for (const content of [operation.requestBody?.content, ...answers])
      for (const media of Object.values(content ?? {}) as MediaType[])
        if (media.example === undefined && media.examples === undefined)
          media.example = exampleOf(media.schema, document.components.schemas);
  }
}

const OF_FORMAT: Record<string, string> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  'date-time': '2026-11-21T08:30:00.000000Z',
  uri: 'https://updates.example.org/api/v1/software/01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'ada@example.org',
};

/** Marks a text without an example and without a format; a test finds it and names the property. */
export const NO_EXAMPLE = '(no example)';

type Schemas = Record<string, Schema>;

function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (isReference(schema)) return exampleOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return exampleOf(options[0]!, schemas);
  const parts = schema.allOf as Schema[] | undefined;
  if (parts) return Object.assign({}, ...parts.map((part) => exampleOf(part, schemas))) as object;
  return ofType(schema, schemas);
}

function ofType(schema: Schema, schemas: Schemas): unknown {
  const [type] = [schema.type].flat();
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property, schemas)]),
      );
    case 'array':
      return [exampleOf(schema.items!, schemas)];
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return OF_FORMAT[String(schema.format)] ?? (isNullable ? null : NO_EXAMPLE);
  }
}
