/** OpenAPI 3.1, as far as this API needs it. */

export type Node = Record<string, unknown>;

export type Reference = { $ref: string };

export interface Schema extends Node {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

export interface MediaType extends Node {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface Answer extends Node {
  description: string;
  headers?: Record<string, Node>;
  content?: Record<string, MediaType>;
}

export interface Parameter extends Node {
  name: string;
  in: string;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Operation extends Node {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: object[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Answer | Reference>;
}

export interface Document extends Node {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Node>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

export interface Located {
  path: string;
  method: string;
  operation: Operation;
}

export const operationsOf = ({ paths }: Document): Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export const refTo = (kind: keyof Document['components'], name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

export const isReference = (value: object): value is Reference => '$ref' in value;

/** `name[like]`, `last_update` and `X-Id` as names of components: `NameLike`, `LastUpdate`, `XId`. */
export const pascalCase = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
