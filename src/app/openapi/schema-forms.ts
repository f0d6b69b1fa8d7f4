import type { Document, Node } from './document';

/** Adds to all schemas what TypeScript's types, and so the framework's decorators, cannot express. */
export const completeSchemas = (document: Document) => mapNodes(document, (node) => freeForm(whole(node)));

/** A copy with each object changed, the innermost first. */
function mapNodes<T>(value: T, change: (node: Node) => Node): T {
  if (Array.isArray(value)) return value.map((item: unknown) => mapNodes(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, isValue(key) ? child : mapNodes(child, change)]);
  return change(Object.fromEntries(entries) as Node) as T;
}

/** These keys hold data, not schemas. */
const isValue = (key: string) => ['example', 'examples', 'default', 'enum'].includes(key);

/** All numbers of this API are integers, which TypeScript's `number` does not express. */
function whole(node: Node): Node {
  const types = [node.type ?? []].flat() as string[];
  if (!types.includes('number') || node.format !== undefined) return node;
  const names = types.map((type) => (type === 'number' ? 'integer' : type));
  return { ...node, type: names.length === 1 ? names[0] : names };
}

/** Allows any properties where none are listed: generated clients take a bare `type: object` for an empty object. */
function freeForm(node: Node): Node {
  const isOpen = node.type === 'object' && !node.properties && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: true } : node;
}
