import { Button, Field, Group, Stack, Text, TextInput } from './ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteResponse } from '../api/generated';
import { SHORTEST_SEARCH, useSoftwareSearch, useVersionLabels } from '../api/software';
import { messages } from '../messages';
import { Dialog } from './dialog';
import { Name, visibleText } from './name';
import { ProblemNote, QueryNote } from './problem-note';
import { say } from './say';
import type { TrackDialogProps } from './track-dialog';
import { Combobox } from './ui/combobox';
import { refreshFavorites } from './undo';

const words = messages.software.track;

export interface Product {
  id: string;
  name: string;
}

/** The dialog itself. */
export function TrackDialogOpen({ software, ...dialog }: TrackDialogProps) {
  const title = software ? words.titleOf(visibleText(software.name)) : words.title;
  return (
    <Dialog {...dialog} title={<bdi>{title}</bdi>}>
      <TrackForm given={software} {...dialog} />
    </Dialog>
  );
}

/** Asks for the version in use, and for the product unless it is known: in a dialog that closes, or in a page. */
export default function TrackForm({
  given,
  onClose,
  onTracked,
}: {
  given: Product | undefined;
  onClose?(): void;
  onTracked?(favorite: FavoriteResponse): void;
}) {
  const [chosen, setChosen] = useState<Product | undefined>();
  const [version, setVersion] = useState('');
  const versionField = useRef<HTMLInputElement>(null);
  const isAway = useAwaySince() !== null;
  const client = useQueryClient();
  const software = given ?? chosen;
  const isInDialog = onClose !== undefined;
  const versions = useVersionLabels(software?.id, version);
  const known = new Set(versions.data?.map((one) => one.version));
  const isOwn = version.trim() !== '' && versions.isSuccess && !versions.isFetching && !known.has(version.trim());
  const track = useMutation({
    // The version is given: this function is renewed a moment after what was typed last.
    mutationFn: ({ product, inUse }: { product: Product; inUse: string }) =>
      api.createFavorite({ software: product.id, version: inUse }),
    onSuccess: ({ data }, { product }) => {
      void refreshFavorites(client);
      say(words.done(visibleText(product.name)));
      onClose?.();
      onTracked?.(data);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (software && version.trim()) track.mutate({ product: software, inUse: version.trim() });
  };
  const choose = (product: Product | undefined) => {
    setChosen(product);
    setVersion('');
    track.reset();
    if (product) requestAnimationFrame(() => versionField.current?.focus());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {!given && <ProductField chosen={chosen} onChoose={choose} />}
        <TextInput
          ref={versionField}
          autoFocus={isInDialog} // when the code of this form arrives after the dialog has opened
          data-autofocus={isInDialog || undefined}
          label={words.version}
          description={isOwn ? words.ownVersion : words.versionHint}
          disabled={software === undefined}
          data={[...known]}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        {track.error && <ProblemNote error={track.error} />}
        <Group justify="flex-end">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              {messages.common.cancel}
            </Button>
          )}
          <Button type="submit" loading={track.isPending} disabled={!software || !version.trim() || isAway}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Finds a product by its name. */
export function ProductField({
  chosen,
  onChoose,
  mayBeTracked = false,
  given = '',
}: {
  chosen: Product | undefined;
  onChoose(one: Product | undefined): void;
  /** Whether a favorite may be chosen, too. */
  mayBeTracked?: boolean;
  /** What is searched for at first. */
  given?: string;
}) {
  const [text, setText] = useState(given);
  // What was chosen is not searched for again.
  const search = useSoftwareSearch(text === chosen?.name ? '' : text, { per_page: 20 });
  const isTooShort = text.trim().length < SHORTEST_SEARCH;
  const found = isTooShort || text === chosen?.name ? [] : (search.data?.data ?? []);
  const nothing = isTooShort ? words.type : search.isFetching ? messages.common.loading : words.nothing(text.trim());
  return (
    <>
      <Field label={words.product}>
        {(tied) => (
          <Combobox
            label={words.product}
            field={{ ...tied, autoFocus: true, placeholder: words.placeholder }}
            groups={[{ items: found }]}
            keyOf={({ id }) => id}
            textOf={({ name }) => name}
            isDisabled={(one) => !mayBeTracked && one.is_favorite === true}
            text={text}
            onText={(next) => {
              setText(next);
              if (chosen) onChoose(undefined);
            }}
            onChoose={(one) => {
              setText(one.name);
              onChoose(one);
            }}
            nothing={search.error ? messages.common.problem.unexpected : nothing}
            show={(one) => (
              <Group gap="sm" align="baseline" justify="space-between" wrap="nowrap" style={{ width: '100%' }}>
                <Text span inherit lineClamp={1}>
                  <Name>{one.name}</Name>
                </Text>
                <Text span size="xs" c="dimmed" lineClamp={1}>
                  {one.is_favorite ? words.isTracked : one.publisher && <Name>{one.publisher.name}</Name>}
                </Text>
              </Group>
            )}
          />
        )}
      </Field>
      <QueryNote of={search} />
    </>
  );
}
