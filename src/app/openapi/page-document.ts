import { OPERATOR_MEANING, operatorText } from '../../common/api/docs';
import type { Operator } from '../../common/list/list-spec';
import { type Document, isReference, type Operation, type Parameter, type Schema } from './document';

/**
 * The description as the page shows it: a filter is one row, however many operators it takes. As one object its parameter is
 * `name[like]=x` too, but generators of clients cannot send that as one, or not beside the plain `name=x`: so only the page has it.
 */
export function pageDocument(document: Document): Document {
  const copy = structuredClone(document);
  for (const methods of Object.values(copy.paths))
    for (const operation of Object.values(methods)) foldFilters(operation, copy.components.parameters);
  return copy;
}

const FILTER = /^(\w+)\[(\w+)\]$/;

function foldFilters(operation: Operation, shared: Record<string, Parameter>): void {
  const all = (operation.parameters ?? []).map((one) =>
    isReference(one) ? shared[one.$ref.split('/').at(-1)!]! : one,
  );
  const filters = new Map<string, [operator: string, Parameter][]>();
  for (const parameter of all) {
    const [, field, operator] = FILTER.exec(parameter.name) ?? [];
    if (field) filters.set(field, [...(filters.get(field) ?? []), [operator!, parameter]]);
  }
  if (filters.size === 0) return;
  const others = all.filter(({ name }) => !FILTER.test(name) && !filters.has(name));
  operation.parameters = [...[...filters].map(([field, operators]) => filterRow(field, operators)), ...others];
}

function filterRow(field: string, operators: [operator: string, Parameter][]): Parameter {
  const [first] = operators[0]!;
  const lines = operators.map(([operator]) => `- \`${operator}\`: ${OPERATOR_MEANING[operator as Operator]}`);
  const notes = new Set(operators.map(([operator, { description = '' }]) => noteOf(field, operator, description)));
  const properties = operators.map(([operator, { schema }]): [string, Schema] => [operator, schema]);
  return {
    name: field,
    in: 'query',
    style: 'deepObject',
    explode: true,
    description:
      `${[...notes].join(' ')} \`{"${first}": "x"}\` is sent as \`${field}[${first}]=x\`.\n\n${lines.join('\n')}`.trim(),
    schema: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
    // Otherwise the page would fill in an example of its own and send it.
    example: {},
  };
}

/** The description without the sentence about the operator. */
const noteOf = (field: string, operator: string, description: string) =>
  description.replace(operatorText(field, operator as Operator), '').trim();
