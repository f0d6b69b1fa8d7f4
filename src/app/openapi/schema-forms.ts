import type { Document, Node } from './document';

/** Says in all schemas what TypeScript's types, and so the framework's decorators, leave out. */
export const completeSchemas = (document: Document) => mapNodes(document, (node) => freeForm(whole(node)));

/** A copy with each object changed, the innermost first. */
function mapNodes<T>(value: T, change: (node: Node) => Node): T {
  if (Array.isArray(value)) return value.map((item: unknown) => mapNodes(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, isValue(key) ? child : mapNodes(child, change)]);
  return change(Object.fromEntries(entries) as Node) as T;
}

/** What is under these keys is data, and no schema. */
const isValue = (key: string) => ['example', 'examples', 'default', 'enum'].includes(key);

/** No number of this API has a fraction. `Number` of TypeScript does not know that. */
function whole(node: Node): Node {
  const types = [node.type ?? []].flat() as string[];
  if (!types.includes('number') || node.format !== undefined) return node;
  const names = types.map((type) => (type === 'number' ? 'integer' : type));
  return { ...node, type: names.length === 1 ? names[0] : names };
}

/** An object whose properties nobody lists may have any: generated clients take the bare `type: object` for an empty one. */
function freeForm(node: Node): Node {
  const isOpen = node.type === 'object' && !node.properties && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: true } : node;
}
