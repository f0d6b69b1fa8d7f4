import {
  type Answer,
  type Document,
  isReference,
  type Located,
  operationsOf,
  type Parameter,
  pascalCase,
  refTo,
} from './document';

/** Moves parts that several operations share word for word to `components`. */
export function shareRepeated(document: Document): void {
  shareParameters(document);
  shareAnswers(document);
}

interface Place<T> extends Located {
  key: number | string;
  value: T;
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

function shareParameters(document: Document): void {
  const places = operationsOf(document).flatMap((located) =>
    (located.operation.parameters ?? []).flatMap((value, key) =>
      isReference(value) ? [] : [{ ...located, key, value }],
    ),
  );
  for (const group of repeated<Parameter>(places)) {
    const { value, path } = group[0]!;
    const name = parameterName(document, value, path);
    put(document.components.parameters, name, value);
    for (const place of group) place.operation.parameters![place.key as number] = refTo('parameters', name);
  }
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

function shareAnswers(document: Document): void {
  const places = operationsOf(document).flatMap((located) =>
    Object.entries(located.operation.responses).flatMap(([key, value]) =>
      isReference(value) ? [] : [{ ...located, key, value }],
    ),
  );
  for (const group of repeated<Answer>(places)) {
    const { key, value } = group[0]!;
    const name = answerName(value, String(key));
    put(document.components.responses, name, value);
    for (const place of group) place.operation.responses[place.key] = refTo('responses', name);
  }
}

/** `FavoriteRead`, `IdentifiersWritten`, which has no `ETag`, and `FavoriteCreated`, which has a `Location`; `Deleted` where there is no body. */
function answerName({ content, description, headers }: Answer, status: string): string {
  const [model] = /(?<=#\/components\/schemas\/)\w+/.exec(JSON.stringify(content ?? {})) ?? [];
  if (!model) return pascalCase(description);
  const ofStatus: Record<string, string> = { 201: 'Created', 202: 'Accepted' };
  const isRead = headers !== undefined && 'ETag' in headers;
  return model.replace(/Response$/, '') + (ofStatus[status] ?? (isRead ? 'Read' : 'Written'));
}

function put<T>(components: Record<string, T>, name: string, value: T): void {
  if (Object.hasOwn(components, name)) throw new Error(`two different components want to be ${name}`);
  components[name] = value;
}
