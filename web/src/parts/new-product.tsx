import { Button, Group, RadioGroup, Stack, Text, TextInput } from './ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { AddProductDto, NewProductResponse, SoftwareResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { AnswerSummary } from './answer-summary';
import { fieldErrorsOf } from './field-errors';
import classes from './lookup.module.css';
import { ExternalLink } from './external-link';
import { Name, visibleText } from './name';
import { Panel } from './panel';
import { ProblemNote } from './problem-note';
import { say } from './say';
import { refreshFavorites } from './undo';

const words = messages.lookup;
const FIELDS = ['name', 'version'];
/** Forms that are offered: others are rare. */
const FORMS = 8;

/** The name of a product that is added, the version in use, and the button. */
function AddForm({
  label,
  source,
  name: given,
  version: proposed,
  newest,
  tracks = true,
  isChanging = false,
  onAdded,
  children,
}: {
  label: string;
  /** Where it comes from; undefined: it has no address, and its version is needed. */
  source?: Pick<AddProductDto, 'address' | 'form'>;
  name: string;
  version: string;
  newest?: string | undefined;
  tracks?: boolean;
  isChanging?: boolean;
  onAdded(product: SoftwareResponse): void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const isAway = useAwaySince() !== null;
  const [typedName, setName] = useState(given);
  const [typedVersion, setVersion] = useState(proposed);
  const [name, version] = [typedName.trim(), tracks ? typedVersion.trim() : ''];
  const add = useMutation({
    mutationFn: () => api.addSoftware({ ...source, name, ...(version ? { version } : {}) }),
    onSuccess: ({ data }) => {
      void refreshFavorites(client);
      onAdded(data.product);
    },
  });
  const { fields, rest } = fieldErrorsOf(add.error, (field) => FIELDS.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const mayNot = !source && (isProblem(add.error, 403) || (session && !session.scopes.includes('write')));
  const isIncomplete = name === '' || (!source && version === '');
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="md" style={{ textAlign: 'left' }}>
        {children}
        <div className={classes.fields}>
          <TextInput
            label={words.name}
            maxLength={255}
            autoComplete="off"
            error={fields.name}
            value={typedName}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {tracks && (
            <TextInput
              label={words.version}
              description={source && words.versionHint}
              placeholder={newest}
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
              error={fields.version}
              value={typedVersion}
              onChange={(event) => setVersion(event.currentTarget.value)}
            />
          )}
        </div>
        {source && (
          <Text size="sm" c="dimmed">
            {words.shared}
          </Text>
        )}
        {mayNot && (
          <Text size="sm" role="alert">
            {words.mayNotOwn}
          </Text>
        )}
        {rest && !mayNot ? <ProblemNote error={rest} /> : null}
        <Group>
          <Button type="submit" loading={add.isPending} disabled={isAway || isChanging || mayNot || isIncomplete}>
            {version || !source ? words.addAndTrack : words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A product that the catalogue does not have: what its source offers, and the button that adds it. */
export function NewProduct({
  preview,
  address,
  proposed,
  form,
  tracks,
  isChanging,
  onForm,
  onAdded,
}: {
  preview: NewProductResponse;
  address: string;
  proposed: string;
  form: string | undefined;
  tracks: boolean;
  /** The answer for another form is on its way. */
  isChanging: boolean;
  onForm(form: string): void;
  onAdded(product: SoftwareResponse): void;
}) {
  // What was chosen is seen before the answer for it is there.
  const chosen =
    preview.forms.find((one) => one.form === form)?.form ?? preview.forms.find((one) => one.chosen)?.form ?? '';
  return (
    <Panel>
      <AddForm
        label={words.title(visibleText(preview.name))}
        source={{ address, ...(form ? { form } : {}) }}
        name={preview.name}
        version={proposed}
        newest={preview.newest[0]?.version}
        tracks={tracks}
        isChanging={isChanging}
        onAdded={onAdded}
      >
        <div>
          <Text fw={600} size="lg">
            <Name>{preview.name}</Name>
          </Text>
          <Group gap="0.2rem 0.9rem">
            <Text size="sm" c="dimmed">
              <Name>{`${preview.publisher} · ${preview.source.title}`}</Name>
            </Text>
            {preview.url && <ExternalLink href={preview.url}>{messages.software.site}</ExternalLink>}
          </Group>
        </div>
        {preview.forms.length > 1 && (
          <RadioGroup
            inRow
            label={words.forms}
            description={words.formsHint}
            value={chosen}
            onChange={onForm}
            disabled={isChanging}
            data={preview.forms.slice(0, FORMS).map(({ form, count }) => ({
              value: form,
              label: words.form(visibleText(form), count),
            }))}
          />
        )}
        <AnswerSummary answer={preview} />
      </AddForm>
    </Panel>
  );
}

/** Something that has no address: it is tracked by its name and the version in use. */
export function OwnProduct({ given }: { given: string }) {
  const navigate = useNavigate();
  const open = ({ id, name }: SoftwareResponse) => {
    say(words.tracked(visibleText(name)));
    void navigate({ to: '/software/$id', params: { id } });
  };
  return (
    <Panel title={words.own}>
      <AddForm label={words.own} name={given} version="" onAdded={open}>
        <Text size="sm" c="dimmed">
          {words.ownText}
        </Text>
      </AddForm>
    </Panel>
  );
}
