import { Button, Group, RadioGroup, Stack, Text, TextInput } from './ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { NewProductResponse, SoftwareResponse } from '../api/generated';
import { addSoftware } from '../api/lookup';
import { messages } from '../messages';
import { AnswerSummary } from './answer-summary';
import { fieldErrorsOf } from './field-errors';
import classes from './lookup.module.css';
import { ExternalLink } from './external-link';
import { Name, visibleText } from './name';
import { Panel } from './panel';
import { ProblemNote } from './problem-note';

const words = messages.lookup;
const FIELDS = ['name', 'version', 'form'];
/** Forms that are offered: others are rare. */
const FORMS = 8;

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
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const [name, setName] = useState(preview.name);
  const [version, setVersion] = useState(proposed);
  const add = useMutation({
    mutationFn: () =>
      addSoftware({
        address,
        name: name.trim(),
        ...(tracks && version.trim() ? { version: version.trim() } : {}),
        ...(form ? { form } : {}),
      }),
    onSuccess: ({ product }) => {
      for (const resource of ['favorites', 'summary', 'software'])
        void client.invalidateQueries({ queryKey: [resource] });
      onAdded(product);
    },
  });
  const { fields, rest } = fieldErrorsOf(add.error, (field) => FIELDS.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const newest = preview.newest[0]?.version;
  // What was chosen is seen before the answer for it is there.
  const chosen =
    preview.forms.find((one) => one.form === form)?.form ?? preview.forms.find((one) => one.chosen)?.form ?? '';
  return (
    <Panel>
      <form onSubmit={submit} aria-label={words.title(visibleText(preview.name))}>
        <Stack gap="md">
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
              error={fields.form}
              disabled={isChanging}
              data={preview.forms.slice(0, FORMS).map(({ form, count }) => ({
                value: form,
                label: words.form(visibleText(form), count),
              }))}
            />
          )}
          <AnswerSummary answer={preview} />
          <div className={classes.fields}>
            <TextInput
              label={words.name}
              maxLength={255}
              autoComplete="off"
              error={fields.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {tracks && (
              <TextInput
                label={words.version}
                description={words.versionHint}
                placeholder={newest ?? ''}
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
                error={fields.version}
                value={version}
                onChange={(event) => setVersion(event.currentTarget.value)}
              />
            )}
          </div>
          <Text size="sm" c="dimmed">
            {words.shared}
          </Text>
          {rest ? <ProblemNote error={rest} /> : null}
          <Group>
            <Button type="submit" loading={add.isPending} disabled={isAway || isChanging || name.trim() === ''}>
              {tracks && version.trim() ? words.addAndTrack : words.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
