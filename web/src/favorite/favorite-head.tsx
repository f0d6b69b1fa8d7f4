import { VisuallyHidden } from '../parts/ui';
import { messages } from '../messages';
import classes from './favorite.module.css';

const { columns, list } = messages.favorites;

/** The headings of the columns; those that can be sorted by are buttons. */
export function FavoriteHead({ sort, onSort }: { sort: string; onSort: (sort: string) => void }) {
  const heading = (
    name: string,
    {
      column,
      by,
      className,
      first = 'up',
    }: { column?: string; by?: string; className?: string | undefined; first?: 'up' | 'down' } = {},
  ) => {
    const isUp = sort === by;
    const isDown = sort === `-${by}`;
    const next = isUp ? `-${by}` : isDown ? by! : first === 'up' ? by! : `-${by}`;
    return (
      <div
        role="columnheader"
        data-column={column}
        className={className}
        aria-sort={by === undefined ? undefined : isUp ? 'ascending' : isDown ? 'descending' : 'none'}
      >
        {by === undefined ? (
          name
        ) : (
          <button
            type="button"
            className={classes.sort}
            data-sorted={isUp || isDown || undefined}
            title={list.sortBy(name.toLowerCase())}
            onClick={() => onSort(next)}
          >
            {name}
            <span aria-hidden="true">{isUp ? '↑' : isDown ? '↓' : ''}</span>
          </button>
        )}
      </div>
    );
  };
  return (
    <>
      {heading(columns.name, { by: 'software' })}
      {heading(columns.publisher, { column: 'publisher', by: 'publisher', className: classes.spare })}
      {heading(columns.inUse, { column: 'inUse' })}
      {heading(columns.available)}
      {heading(columns.step, { column: 'step', by: 'kind' })}
      {heading(columns.age, { column: 'age', by: 'available_at', className: classes.spare, first: 'down' })}
      {heading(messages.support.column, { column: 'support', by: 'eol', className: classes.spare })}
      {heading(columns.policy, { column: 'policy' })}
      <div role="columnheader">
        <VisuallyHidden>{columns.actions}</VisuallyHidden>
      </div>
    </>
  );
}
