import { Button, CheckboxGroup, Group, NumberInput, RadioGroup, Select, Stack, TagsInput, Text } from './ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BulkOperation } from '../api/bulk';
import { channelNamesQuery } from '../api/channels';
import { TAG_LENGTH, TAGS_AT_MOST, withoutTags } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { tags as words } from '../messages/en/tags';
import { Dialog } from './dialog';

/** What is changed of favorites in a dialog: the tags of one or many, or the policy of many. */
export interface Edited {
  kind: 'tags' | 'policy';
  title: ReactNode;
  /** The tags of one favorite; null = many. */
  tags: readonly string[] | null;
  /** undefined = not known yet; the question after this says it. */
  count: number | undefined;
}

interface Editing {
  disabled: boolean;
  onSave: (operations: BulkOperation[]) => void;
}

export const EditDialog = ({
  edited,
  onClose,
  ...editing
}: Editing & { edited: Edited | null; onClose: () => void }) => (
  <Dialog opened={edited !== null} onClose={onClose} title={edited?.title} size="md">
    {edited?.kind === 'tags' && <TagsForm {...editing} current={edited.tags} />}
    {edited?.kind === 'policy' && <PolicyOfMany {...editing} count={edited.count} />}
  </Dialog>
);

/** The tags of one favorite, or those to give to many or to take from them (null). */
function TagsForm({ current, disabled, onSave }: Editing & { current: readonly string[] | null }) {
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

const many = words.policy;
const choicesOf = (labels: Record<string, string>) =>
  Object.entries({ '': many.same, ...labels }).map(([value, label]) => ({ value, label }));

/** What of the policy of many favorites is changed: a field that says nothing is not sent. What is of one product alone is on its own page. */
function PolicyOfMany({ count, disabled, onSave }: Editing & Pick<Edited, 'count'>) {
  const [prereleases, setPrereleases] = useState('');
  const [days, setDays] = useState<number | ''>('');
  const [channels, setChannels] = useState('');
  const [own, setOwn] = useState<string[]>([]);
  const { data: all = [] } = useQuery(channelNamesQuery);
  const { policy } = messages.software;
  const changes = {
    ...(prereleases && { include_prereleases: prereleases === 'yes' }),
    // 0 is none.
    ...(days !== '' && { minimum_age_days: days || null }),
    ...(channels && { channels: channels === 'own' ? own : [] }),
  };
  const operation: BulkOperation = {
    action: 'policy',
    policy: changes,
    ...(channels && { use_default_notification: channels === 'profile' }),
  };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {many.text}
      </Text>
      <Select label={many.prereleases} data={choicesOf(many.count)} value={prereleases} onChange={setPrereleases} />
      <NumberInput
        label={policy.minimumAge}
        description={days === 0 ? many.noAge : policy.minimumAgeHint}
        placeholder={many.same}
        min={0}
        max={3650}
        suffix={days === 1 ? policy.day : policy.days}
        value={days}
        onChange={setDays}
      />
      <Select label={many.channels} data={choicesOf(many.channelsOf)} value={channels} onChange={setChannels} />
      {channels === 'own' && (
        <CheckboxGroup
          label={many.channelsOf.own}
          description={own.length === 0 ? many.noChannels : undefined}
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={own}
          onChange={setOwn}
        />
      )}
      <Group justify="flex-end">
        <Button disabled={disabled || Object.keys(changes).length === 0} onClick={() => onSave([operation])}>
          {many.save(count)}
        </Button>
      </Group>
    </Stack>
  );
}
