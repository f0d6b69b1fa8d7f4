import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Parameter {
  name: string;
  in: string;
}

interface Reference {
  $ref: string;
}

type Operation = { parameters?: (Parameter | Reference)[] };

const description = JSON.parse(readFileSync(join(__dirname, '..', '..', '..', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation> & Operation>;
  components: { parameters: Record<string, Parameter> };
};

const resolve = (parameter: Parameter | Reference): Parameter =>
  '$ref' in parameter ? description.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;

interface Described {
  path: RegExp;
  /** How many parts of the path are parameters: `/session/current` is not `/session/{id}`. */
  places: number;
  /** Names of query parameters by method. */
  methods: Map<string, Set<string>>;
}

const queryNames = (...operations: (Operation | undefined)[]) =>
  new Set(
    operations
      .flatMap((one) => (one?.parameters ?? []).map(resolve))
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name),
  );

const PATHS: Described[] = Object.entries(description.paths)
  .map(([path, item]) => ({
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    places: path.split('{').length - 1,
    methods: new Map(
      Object.entries(item)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => [method.toUpperCase(), queryNames(item, operation as Operation)]),
    ),
  }))
  .sort((a, b) => a.places - b.places);

/**
 * What of a request the API description does not have: nobody could do with a token what the web application does.
 * @returns null when it has all of it
 */
export function undescribed(method: string, { pathname, searchParams }: URL): string | null {
  const known = PATHS.find(({ path, methods }) => path.test(pathname) && methods.has(method))?.methods.get(method);
  if (!known) return 'this operation';
  const unknown = [...new Set(searchParams.keys())].filter((name) => !known.has(name));
  return unknown.length > 0 ? `the parameters ${unknown.join(', ')}` : null;
}
