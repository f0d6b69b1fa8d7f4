import { Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { MEANS } from '../../../api/identity/actor';
import type { CursorColumns } from '../../../api/list/list-page';
import { toApiTimestamp, type UtcTimestamp } from '../../../common/time/utc-timestamp';
import { JOURNAL_ACTIONS, type JournalAction } from '../../journal/journal.list';
import type { EntryDetails } from '../../journal/journal.repository';
import { TAGS_AT_MOST } from '../../tag/tag-name';

export const UNDO_STATES = ['possible', 'undone', 'changed', 'impossible'] as const;
export type UndoState = (typeof UNDO_STATES)[number];

class HistoryProduct {
  @Field(ID) id!: string;
  @Field({ example: 'Grafana' }) name!: string;
}

class HistoryMeans {
  @Field({ enum: MEANS }, 'As in the audit log.') kind!: string;

  @Field(NULLABLE, 'The name of the token, or the browser of the session; null: it is gone, or has none.', {
    example: 'ci',
  })
  name!: string | null;
}

export class HistoryResponse {
  @Field(ID) id!: string;

  @Field(
    { enum: JOURNAL_ACTIONS },
    'As in bulk operations. `unskip`: ended a skip. `edit`: wrote several fields, or notes. `move`: to another product. `import`: the upload ' +
      'of an inventory.',
    { example: 'update' },
  )
  action!: string;

  @Field({ type: 'integer', minimum: 1 }, 'How many products it changed.', { example: 1 }) changed!: number;

  @Field([HistoryProduct], { maxItems: 3 }, 'The first of them, as far as they still exist.')
  products!: HistoryProduct[];

  @Field(NULLABLE, 'The version before, of one product.', { example: '11.2.0' }) from!: string | null;

  @Field(NULLABLE, 'The version after, or the one that is skipped, of one product.', { example: '11.3.0' })
  to!: string | null;

  @Field(MOMENT, NULLABLE, 'The end of a snooze.') until!: string | null;
  @Field([String], { maxItems: 20, example: ['version'] }, 'Names of the fields that were written.') fields!: string[];
  @Field([String], { maxItems: TAGS_AT_MOST, example: [] }, 'That were given or taken.') tags!: string[];
  @Field(NULLABLE, 'Name of the inventory.', { example: 'web-1' }) inventory!: string | null;
  @Field(NULLABLE, { type: HistoryMeans }, 'How it was done; null: not known.') by!: HistoryMeans | null;
  @Field(MOMENT) created_at!: string;
  @Field(MOMENT, NULLABLE) undone_at!: string | null;

  @Field(
    { enum: UNDO_STATES },
    'Whether it can be undone. `undone`: it was. `changed`: something changed all of it after that. `impossible`: such a change, or an upload, ' +
      'cannot be undone. Of many products, some may not come back although it is `possible`.',
  )
  undo!: string;
}

export interface HistoryRow extends CursorColumns {
  id: string;
  action: JournalAction;
  changed: number;
  means: string | null;
  /** The name of the token, or the browser of the session; null = it is gone. */
  program: string | null;
  /** JSON: `EntryDetails`. */
  details: string | null;
  /** Ids of products. */
  products: string | null;
  inventory: string | null;
  undone_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
}

export function toHistoryResponse(
  row: HistoryRow,
  names: ReadonlyMap<string, string>,
  undo: UndoState,
): HistoryResponse {
  const {
    from = null,
    to = null,
    until,
    fields = [],
    tags = [],
    inventory,
  } = JSON.parse(row.details ?? '{}') as EntryDetails;
  return {
    id: row.id,
    action: row.action,
    changed: row.changed,
    products: productsOf(row).flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
    ...{ from, to, fields, tags },
    until: until === undefined ? null : toApiTimestamp(until),
    inventory: row.inventory ?? inventory ?? null,
    by: row.means === null ? null : { kind: row.means, name: row.program },
    created_at: toApiTimestamp(row.created_at),
    undone_at: toApiTimestamp(row.undone_at),
    undo,
  };
}

export const productsOf = ({ products }: HistoryRow): string[] => products?.split(' ').filter(Boolean) ?? [];
