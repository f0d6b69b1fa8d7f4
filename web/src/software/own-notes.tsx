import { Stack, Textarea } from '../parts/ui';
import { getHotkeyHandler } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { FormFoot } from '../parts/form-foot';
import { ProblemNote } from '../parts/problem-note';
import { Card } from './card';

const words = messages.software.ownNotes;
const LONGEST = 10_000;

/** What the owner wants to remember. What is typed stays until it was saved. */
export function OwnNotes({ favorite: { uuid, notes } }: { favorite: FavoriteRow }) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const stored = notes ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? stored;
  const save = useMutation({
    mutationFn: () => api.updateFavorite(uuid, { notes: text.trim() === '' ? null : text }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['favorites'] });
      // What was typed while it was saved is not thrown away.
      setTyped((now) => (now === text ? null : now));
    },
  });
  const isChanged = typed !== null && typed !== stored;
  const submit = (event: Event | FormEvent) => {
    event.preventDefault();
    if (isChanged && !isAway) save.mutate();
  };
  return (
    <Card title={words.title}>
      <Stack component="form" gap="xs" onSubmit={submit}>
        <Textarea
          aria-label={words.title}
          placeholder={words.placeholder}
          minRows={2}
          maxRows={14}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([['mod+Enter', submit]])}
        />
        {save.error && <ProblemNote error={save.error} />}
        {isChanged && (
          <FormFoot onCancel={() => setTyped(null)} isBusy={save.isPending} cancel={messages.software.policy.reset} />
        )}
      </Stack>
    </Card>
  );
}
