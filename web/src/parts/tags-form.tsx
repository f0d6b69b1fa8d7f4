import { Button, Group, SegmentedControl, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkOperation } from '../api/bulk';
import { TAG_LENGTH, TAGS_AT_MOST, tagsQuery } from '../api/tags';
import { messages } from '../messages';
import { tags as words } from '../messages/en/tags';

const has = (tags: readonly string[], tag: string) => tags.some((one) => one.toLowerCase() === tag.toLowerCase());
const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !has(others, tag));

/** The tags of one favorite, or those to give to many or to take from them. Loaded when it is needed. */
export default function TagsForm({
  current,
  disabled,
  onSave,
}: {
  /** Of one favorite; null = many. */
  current: readonly string[] | null;
  disabled: boolean;
  onSave: (operations: BulkOperation[]) => void;
}) {
  const { data: known = [] } = useQuery(tagsQuery);
  const [action, setAction] = useState<'tag' | 'untag'>('tag');
  const [tags, setTags] = useState([...(current ?? [])]);
  const changes = current
    ? { tag: without(tags, current), untag: without(current, tags) }
    : { tag: [], untag: [], [action]: tags };
  const operations = (['tag', 'untag'] as const).flatMap((one) =>
    changes[one].length > 0 ? [{ action: one, tags: changes[one] }] : [],
  );
  return (
    <Stack>
      {!current && (
        <SegmentedControl
          aria-label={words.title}
          data={[
            { value: 'tag', label: words.give },
            { value: 'untag', label: words.take },
          ]}
          value={action}
          onChange={(value) => setAction(value as typeof action)}
        />
      )}
      <TagsInput
        data-autofocus
        label={words.label}
        description={words.hint}
        placeholder={words.placeholder}
        data={without(known, tags)}
        value={tags}
        maxTags={TAGS_AT_MOST}
        maxLength={TAG_LENGTH}
        splitChars={[',']}
        acceptValueOnBlur
        isDuplicate={(tag, all) => has(all, tag)}
        onChange={setTags}
      />
      <Group justify="flex-end">
        <Button disabled={disabled || operations.length === 0} onClick={() => onSave(operations)}>
          {messages.common.save}
        </Button>
      </Group>
    </Stack>
  );
}
