import { Button, Group, RadioGroup, Stack, TagsInput } from './ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkOperation } from '../api/bulk';
import { TAG_LENGTH, TAGS_AT_MOST, withoutTags } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { tags as words } from '../messages/en/tags';

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
  const { data: known = [] } = useQuery(tagNamesQuery);
  const [action, setAction] = useState<'tag' | 'untag'>('tag');
  const [tags, setTags] = useState([...(current ?? [])]);
  const changes = current
    ? { tag: withoutTags(tags, current), untag: withoutTags(current, tags) }
    : { tag: [], untag: [], [action]: tags };
  const operations = (['tag', 'untag'] as const).flatMap((one) =>
    changes[one].length > 0 ? [{ action: one, tags: changes[one] }] : [],
  );
  return (
    <Stack>
      {!current && (
        <RadioGroup
          inRow
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
        data={withoutTags(known, tags)}
        value={tags}
        maxTags={TAGS_AT_MOST}
        maxLength={TAG_LENGTH}
        separator=","
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
