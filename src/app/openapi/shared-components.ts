import {
  type Answer,
  type Document,
  isReference,
  type Located,
  type Operation,
  operationsOf,
  type Parameter,
  pascalCase,
  type Reference,
  refTo,
} from './document';

type Parts<T> = Record<string, T | Reference>;

/** Moves parts that several operations share word for word to `components`. */
export function shareRepeated(document: Document): void {
  const parametersOf = ({ parameters = [] }: Operation) => parameters as never as Parts<Parameter>;
  share(document, 'parameters', parametersOf, ({ value, path }) => parameterName(document, value, path));
  const answersOf = ({ responses }: Operation) => responses;
  share<Answer>(document, 'responses', answersOf, ({ value, key }) => answerName(value, key));
}

interface Place<T> extends Located {
  key: string;
  value: T;
}

function share<T extends object>(
  document: Document,
  kind: 'parameters' | 'responses',
  partsOf: (operation: Operation) => Parts<T>,
  nameOf: (place: Place<T>) => string,
): void {
  const places = operationsOf(document).flatMap((located) =>
    Object.entries(partsOf(located.operation)).flatMap(([key, value]) =>
      isReference(value) ? [] : [{ ...located, key, value }],
    ),
  );
  const shared = document.components[kind] as Record<string, object>;
  for (const group of repeated<T>(places)) {
    const name = nameOf(group[0]!);
    if (Object.hasOwn(shared, name)) throw new Error(`two different components want to be ${name}`);
    shared[name] = group[0]!.value;
    for (const { operation, key } of group) partsOf(operation)[key] = refTo(kind, name);
  }
}

/** The places of equal values that occur more than once; the most frequent first. */
function repeated<T>(places: Place<T>[]): Place<T>[][] {
  const groups = new Map<string, Place<T>[]>();
  for (const place of places) {
    const text = JSON.stringify(place.value);
    groups.set(text, [...(groups.get(text) ?? []), place]);
  }
  return [...groups.values()].filter((group) => group.length > 1).sort((a, b) => b.length - a.length);
}

/** `Page`, `NameLike`; with the resource in front where there is another one of the name, and for ids: `FavoriteId`, `FavoriteBulkId`. */
function parameterName({ components }: Document, { name, in: place }: Parameter, path: string): string {
  const plain = pascalCase(name);
  if (place !== 'path')
    return Object.hasOwn(components.parameters, plain) ? pascalCase(path.split('/')[3]!) + plain : plain;
  const before = path
    .slice(0, path.indexOf(`/{${name}}`))
    .split('/')
    .slice(3);
  return (
    before
      .filter((part) => !part.startsWith('{'))
      .map(pascalCase)
      .join('') + plain
  );
}

/** `FavoriteRead`, `IdentifiersWritten`, which has no `ETag`, and `FavoriteCreated`, which has a `Location`; `Deleted` where there is no body. */
function answerName({ content, description, headers }: Answer, status: string): string {
  const [model] = /(?<=#\/components\/schemas\/)\w+/.exec(JSON.stringify(content ?? {})) ?? [];
  if (!model) return pascalCase(description);
  const ofStatus: Record<string, string> = { 201: 'Created', 202: 'Accepted' };
  const isRead = headers !== undefined && 'ETag' in headers;
  return model.replace(/Response$/, '') + (ofStatus[status] ?? (isRead ? 'Read' : 'Written'));
}
