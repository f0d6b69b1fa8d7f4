import { firstCharacters } from '../common/text';
import type { Parameter } from '../database/database';
import type { Dialect } from '../database/dialect';
import type { Outcome } from './channels/outcome';

/** What the log has of an attempt: by column an expression with one parameter, and that. */
export const attemptValues = (dialect: Dialect, outcome: Outcome, took: number) => {
  const ms = shownMs(outcome, took);
  return {
    started_at: [dialect.nowPlus, -Math.round(ms / 1_000)],
    ms: ['?', Math.round(ms)],
    outcome: ['?', outcome.kind],
    code: ['?', cut(outcome.code === undefined ? null : String(outcome.code).replace(/[^\x20-\x7e]/g, '?'), 32)],
    reason: ['?', cut(outcome.reason ?? null, 500)],
    excerpt: ['?', cut(outcome.excerpt ?? null, 500)],
  } satisfies Record<string, [string, Parameter]>;
};

/** Milliseconds as users see them. Where nothing was reached they would tell a name that exists inside from one that does not. */
export const shownMs = (outcome: Outcome, ms: number) => (outcome.hidden ? 0 : ms);

export const cut = (text: string | null, max: number) => (text === null ? null : firstCharacters(text, max));
