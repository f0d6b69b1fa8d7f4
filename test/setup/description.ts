import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { MOMENT } from './api';
import type { TestApp } from './app';

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Record<string, unknown>;
}

export interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}

interface Document {
  openapi: string;
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'parameters' | 'responses' | 'headers', Record<string, object>>;
}

export interface Described {
  method: string;
  path: string;
  operation: Operation;
}

/** What `/docs/openapi.json` says, as it is, and with the references of parameters and answers resolved. */
export class Description {
  readonly operations: Described[];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<object, ValidateFunction>();

  constructor(readonly document: Document) {
    addFormats(this.ajv);
    // Addresses of RFC 6531 (JSON Schema 2020-12, 7.3.2), which ajv-formats does not have.
    // Stricter than RFC 3339: a moment of the API has microseconds.
    this.ajv.addFormat('date-time', MOMENT);
    this.ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
    this.ajv.addSchema({ ...document, $id: 'openapi' });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: this.resolved(operation),
      })),
    );
  }

  static async of(test: TestApp): Promise<Description> {
    const { body } = await test.http.get('/docs/openapi.json').expect(200);
    return new Description(body as Document);
  }

  operation(method: string, path: string): Operation | undefined {
    return this.find(method, path)?.operation;
  }

  find(method: string, path: string): Described | undefined {
    const fits = (described: Described) =>
      described.method === method && new RegExp(`^${described.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
    // A path without parameters goes before one with.
    return this.operations.filter(fits).sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }

  /** What is wrong with a value by a schema of the document. */
  mistakes(schema: object, value: unknown): string[] {
    const known = this.validators.get(schema);
    const validate = known ?? this.ajv.compile(JSON.parse(absolute(JSON.stringify(schema))) as object);
    this.validators.set(schema, validate);
    if (validate(value)) return [];
    return validate.errors!.map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  }

  /** What the document does not say of an answer; nothing = all of it. */
  undocumented(operation: Operation, status: number, type: string | undefined, body: unknown): string[] {
    const answer = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined);
    if (!answer) return [`${status} is not described`];
    const media = type?.split(';')[0];
    if (!answer.content) return media ? [`${status} has ${media}, where no body is described`] : [];
    const described = answer.content[media ?? ''];
    return described ? this.mistakes(described.schema, body) : [`${status} as ${media} is not described`];
  }

  private resolved(operation: Operation): Operation {
    const answers = Object.entries(operation.responses).map(([status, one]) => [status, this.follow(one)] as const);
    return {
      ...operation,
      parameters: (operation.parameters ?? []).map((one) => this.follow(one)),
      responses: Object.fromEntries(answers),
    };
  }

  private follow<T extends object>(value: T): T {
    if (!('$ref' in value)) return value;
    const [, , kind, name] = String(value.$ref).split('/');
    return this.document.components[kind as 'responses'][name!] as T;
  }
}

const absolute = (text: string) => text.replaceAll('"#/components/', '"openapi#/components/');
