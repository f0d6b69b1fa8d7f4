import { VisuallyHidden } from '@mantine/core';
import { messages } from '../messages';
import classes from './favorite.module.css';

const { columns, list } = messages.favorites;

/** The headings of the columns; those that can be sorted by are buttons. */
export function FavoriteHead({ sort, onSort }: { sort: string; onSort: (sort: string) => void }) {
  const heading = (name: string, by?: string, className?: string, first: 'up' | 'down' = 'up') => {
    const isUp = sort === by;
    const isDown = sort === `-${by}`;
    const next = isUp ? `-${by}` : isDown ? by! : first === 'up' ? by! : `-${by}`;
    return (
      <div
        role="columnheader"
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
      {heading(columns.name, 'software')}
      {heading(columns.publisher, 'publisher', classes.spare)}
      {heading(columns.inUse)}
      {heading(columns.available)}
      {heading(columns.step, 'kind')}
      {heading(columns.age, 'available_at', classes.spare, 'down')}
      {heading(messages.support.column, 'eol', classes.spare)}
      {heading(columns.policy)}
      <div role="columnheader">
        <VisuallyHidden>{columns.actions}</VisuallyHidden>
      </div>
    </>
  );
}
