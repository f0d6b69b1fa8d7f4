import { NativeSelect } from '@mantine/core';
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
  // An address may have it in another case, or one that was deleted since.
  const chosen = tags.find((tag) => tag.toLowerCase() === value?.toLowerCase()) ?? value;
  const all = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags];
  return (
    <NativeSelect
      className={classes.select}
      aria-label={words.tag}
      data={[{ value: '', label: words.tag }, ...all]}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
