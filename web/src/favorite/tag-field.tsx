import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../api/tags';
import { messages } from '../messages';
import classes from './favorite.module.css';

const words = messages.favorites;

/** One tag that a list is filtered by; for those who have any. */
export function TagField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}) {
  const { data: tags = [] } = useQuery(tagsQuery);
  if (tags.length === 0 && value === undefined) return null;
  const same = tags.find((tag) => tag.toLowerCase() === value?.toLowerCase()) ?? value;
  return (
    <Select
      className={classes.select}
      aria-label={words.tag}
      placeholder={words.tag}
      data={same === undefined || tags.includes(same) ? tags : [same, ...tags]}
      value={same ?? null}
      searchable
      clearable
      onChange={(tag) => onChange(tag ?? undefined)}
    />
  );
}
