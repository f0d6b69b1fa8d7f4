import { Button, Group, Stack, Text, TextInput } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { TagResponse } from '../api/generated';
import { TAG_LENGTH } from '../api/tag-names';
import { tagsQuery } from '../api/tags';
import { messages } from '../messages';
import { tags as all } from '../messages/en/tags';
import { Dialog } from '../parts/dialog';
import { Name, visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { say } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { refreshFavorites, sayDone } from '../parts/undo';
import classes from './favorite.module.css';

const words = all.edit;

interface Told {
  onRenamed: (from: string, to: string) => void;
  onDeleted: (name: string) => void;
}

/** All tags of the caller, to be renamed and deleted. */
export function TagsDialog({ opened, onClose, ...told }: { opened: boolean; onClose: () => void } & Told) {
  const { data, error, refetch } = useQuery(tagsQuery);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="md">
      {/* What has the focus goes with a tag that is deleted. */}
      <Stack ref={list} tabIndex={-1} gap="sm" className={classes.tagList}>
        <Text size="sm">{words.text}</Text>
        {!data && error && <ProblemNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SlowSkeleton rows={4} height={40} />}
        {data?.length === 0 && <Text c="dimmed">{words.none}</Text>}
        {data && data.length > 0 && (
          <Stack component="ul" gap={10} className={classes.tagRows} aria-label={all.title}>
            {data.map((tag) => (
              <TagRow
                key={tag.id}
                tag={tag}
                onRenamed={told.onRenamed}
                onDeleted={(name) => {
                  list.current?.focus();
                  told.onDeleted(name);
                }}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}

function TagRow({ tag, onRenamed, onDeleted }: { tag: TagResponse } & Told) {
  const isAway = useAwaySince() !== null;
  const [asked, setAsked] = useState<'name' | 'delete' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    opener.current?.focus();
    setAsked(null);
  };
  const name = visibleText(tag.name);
  const button = (what: 'name' | 'delete') => ({
    ...({ size: 'compact-sm', variant: 'default', disabled: isAway } as const),
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      opener.current = currentTarget;
      setAsked(what);
    },
  });
  return (
    <li>
      <Group gap="0.25rem 0.5rem">
        <Group component="span" flex="1 1 8rem" gap="0 0.6rem" align="baseline" fw={600}>
          <Name>{tag.name}</Name>
          <Text span size="sm" c="dimmed">
            {words.favorites(tag.favorites)}
          </Text>
        </Group>
        <Button {...button('name')} aria-label={words.renameOf(name)}>
          {words.rename}
        </Button>
        <Button {...button('delete')} aria-label={words.deleteOf(name)}>
          {words.delete}
        </Button>
      </Group>
      {asked === 'name' && <Rename tag={tag} onClose={close} onRenamed={onRenamed} />}
      {asked === 'delete' && <Delete tag={tag} onClose={close} onDeleted={onDeleted} />}
    </li>
  );
}

/** Escape closes it, and not the dialog around it. */
function Question({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    // Of the dialog itself.
    event.preventDefault();
    onClose();
  };
  return (
    <Stack gap="xs" mt="xs" onKeyDown={close}>
      {children}
    </Stack>
  );
}

function Rename({ tag, onClose, onRenamed }: { tag: TagResponse; onClose: () => void } & Pick<Told, 'onRenamed'>) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(tag.name);
  const name = typed.trim();
  const send = useMutation({
    mutationFn: () => api.updateTag(tag.id, { name }),
    onSuccess: () => {
      onRenamed(tag.name, name);
      onClose();
      return sayDone(client, words.renamed(tag.name, name), tag.name, () => api.updateTag(tag.id, { name: tag.name }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === tag.name) return onClose();
    if (name !== '' && !send.isPending) send.mutate();
  };
  return (
    <Question onClose={onClose}>
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            flex="1 1 10rem"
            label={words.nameOf(visibleText(tag.name))}
            value={typed}
            maxLength={TAG_LENGTH}
            ref={(field) => field?.focus()}
            onChange={(event) => setTyped(event.currentTarget.value.replaceAll(',', ''))}
          />
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={name === ''}>
            {messages.common.save}
          </Button>
        </Group>
      </form>
      {send.error && <ProblemNote error={send.error} />}
    </Question>
  );
}

function Delete({ tag, onClose, onDeleted }: { tag: TagResponse; onClose: () => void } & Pick<Told, 'onDeleted'>) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => api.deleteTag(tag.id),
    onSuccess: async () => {
      onDeleted(tag.name);
      say(words.deleted(visibleText(tag.name)));
      await refreshFavorites(client);
    },
  });
  return (
    <Question onClose={onClose}>
      <Text size="sm">{words.question(visibleText(tag.name), tag.favorites)}</Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" ref={(button) => button?.focus()} onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button color="red" loading={send.isPending} onClick={() => send.mutate()}>
          {words.deleteOf(visibleText(tag.name))}
        </Button>
      </Group>
      {send.error && <ProblemNote error={send.error} />}
    </Question>
  );
}
