import { COUNT, Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { type Problem, PROBLEMS } from '../../../api/problem/problem';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import { BULK_ACTIONS } from '../../journal/journal.list';
import type { JournalRow } from '../../journal/journal.repository';

/** Most entries in the lists of favorites that were not changed; the counts are complete. */
export const NAMED_AT_MOST = 1_000;

export class BulkProblem {
  @Field({ example: '/docs/problems#not-found' }) type!: string;
  @Field({ example: 'Not found' }) title!: string;
  @Field({ example: 'There is no such favorite.' }) detail!: string;
}

export class BulkFailure {
  @Field(ID) favorite!: string;
  @Field() problem!: BulkProblem;
}

const RUNS = ['running', 'done'] as const;
const STATE = '`running`: in the background; `GET /favorite/bulk/{id}` tells how far it is.';

export class BulkAnswer {
  @Field(ID, 'For the undo.') id!: string;
  @Field({ enum: RUNS, example: 'done' }, STATE) state!: (typeof RUNS)[number];
  @Field({ enum: BULK_ACTIONS, example: 'update' }) action!: string;
  @Field(COUNT, 'How many favorites were selected.', { example: 12 }) matched!: number;
  @Field(COUNT, 'How many of them it has come to.', { example: 12 }) done!: number;

  @Field(
    COUNT,
    'How many were changed. The others failed, or were so already: an update without a version on offer changes nothing.',
    { example: 12 },
  )
  changed!: number;

  @Field(COUNT, 'How many failed.', { example: 0 }) failed_total!: number;

  @Field([BulkFailure], { maxItems: NAMED_AT_MOST }, `Those that failed, and why; the first ${NAMED_AT_MOST}.`)
  failed!: BulkFailure[];
}

export const NOT_RESTORED = ['changed', 'gone', 'tracked', 'limit', 'refused'] as const;
export type NotRestored = (typeof NOT_RESTORED)[number];

export class NotRestoredFavorite {
  @Field(ID) favorite!: string;

  @Field(
    { enum: NOT_RESTORED },
    '`changed`: something changed the favorite after it. `gone`: the favorite or its product is no longer there. `tracked`: the ' +
      'product is a favorite again. `limit`: there are as many favorites as a user may have. `refused`: the product no longer takes ' +
      'the former version or series.',
  )
  reason!: string;
}

export class UndoAnswer {
  @Field(ID) id!: string;
  @Field({ enum: RUNS, example: 'done' }, STATE) state!: (typeof RUNS)[number];
  @Field(COUNT, 'How many favorites there were to restore.', { example: 12 }) matched!: number;
  @Field(COUNT, 'How many favorites were restored.', { example: 11 }) restored!: number;
  @Field(COUNT, 'How many were not.', { example: 1 }) skipped_total!: number;

  @Field(
    [NotRestoredFavorite],
    { maxItems: NAMED_AT_MOST },
    `Those that were not, and why; the first ${NAMED_AT_MOST}.`,
  )
  skipped!: NotRestoredFavorite[];
}

const STATES = ['running', 'undoing', 'done'] as const;

export class BulkResponse {
  @Field(ID) id!: string;

  @Field({ enum: STATES, example: 'done' }, 'What goes on in the background: `running`, or its undo; `done`: nothing.')
  state!: (typeof STATES)[number];

  @Field({ enum: BULK_ACTIONS, example: 'update' }) action!: string;
  @Field(COUNT, { example: 12 }) matched!: number;
  @Field(COUNT, 'How many were changed so far.', { example: 12 }) changed!: number;
  @Field(MOMENT) created_at!: string;
  @Field(MOMENT, 'Until when it can be undone.') undo_until!: string;
  @Field(MOMENT, NULLABLE, 'When its undo began; null: it was not undone.') undone_at!: string | null;
}

/** With what a request would have been answered. */
export class BulkOutcome extends BulkResponse {
  @Field(
    NULLABLE,
    { type: BulkAnswer },
    'So far, if it is done in the background; null: it was answered at once, or is undone.',
  )
  operation!: BulkAnswer | null;

  @Field(NULLABLE, { type: UndoAnswer }, 'So far, if it is undone in the background; null: it is not.')
  undo!: UndoAnswer | null;
}

export type Failure = BulkFailure | NotRestoredFavorite;

/** What became of favorites so far. */
export type Outcome = Pick<BulkAnswer, 'state' | 'done' | 'changed' | 'failed_total'> & { failed: Failure[] };

export const toUndoAnswer = (id: string, matched: number, { state, changed, failed_total, failed }: Outcome) =>
  ({ id, state, matched, restored: changed, skipped_total: failed_total, skipped: failed }) as UndoAnswer;

export const toBulkResponse = (row: JournalRow): BulkResponse => ({
  id: row.id,
  state: !row.runs ? 'done' : row.undone_at === null ? 'running' : 'undoing',
  action: row.action,
  matched: row.matched,
  changed: row.changed,
  created_at: toApiTimestamp(row.created_at),
  undo_until: toApiTimestamp(row.undo_until),
  undone_at: toApiTimestamp(row.undone_at),
});

export const toBulkProblem = ({ type, detail }: Problem): BulkProblem => ({
  type: `/docs/problems#${type}`,
  title: PROBLEMS[type].title,
  detail,
});
