import { Button, Checkbox, Group, NativeSelect, Stack, TagsInput, TextInput } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { InventoryResponse } from '../api/generated';
import {
  ENVIRONMENT_LENGTH,
  type Format,
  INVENTORY_NAME_LENGTH,
  type InventoryScope,
  isInventoryName,
  type UploadRequest,
} from '../api/inventories';
import { sessionQuery } from '../api/queries';
import { TAG_LENGTH, TAGS_AT_MOST } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { ProblemNote } from '../parts/problem-note';
import { isProblem } from '../api/problem';
import { type ChosenFile, ContentField } from './content-field';
import { FORMATS } from './formats';
import classes from './inventory.module.css';

const words = messages.inventory.form;

interface Values {
  name: string;
  text: string;
  file: ChosenFile | null;
  /** undefined = untouched: what the inventory has. */
  environment?: string;
  scope?: InventoryScope;
  tags: string[];
  format: Format;
  create: boolean;
}

const FORMAT_OPTIONS = [
  { value: 'auto', label: words.auto },
  ...FORMATS.map((value) => ({ value, label: value as string })),
];
const SCOPE_OPTIONS = Object.entries(words.scopes).map(([value, label]) => ({ value, label }));

/** The service's names of the fields. */
const FIELDS = ['body', 'name', 'environment', 'scope', 'format', 'create', 'tags'];

/** What is installed, and where. Nothing that was typed goes away by an error. */
export function ImportForm({
  name: given,
  inventories,
  error,
  isBusy,
  hasPreview,
  onChange,
  onPreview,
}: {
  name: string;
  inventories: readonly InventoryResponse[];
  error: unknown;
  isBusy: boolean;
  hasPreview: boolean;
  /** What was shown is of other values. */
  onChange(): void;
  onPreview(request: UploadRequest): void;
}) {
  const [values, setValues] = useState<Values>({
    name: given,
    text: '',
    file: null,
    tags: [],
    format: 'auto',
    create: false,
  });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const mayCreate = useQuery(sessionQuery).data?.scopes.includes('catalogue:write') ?? false;
  const { data: known = [] } = useQuery(tagNamesQuery);
  const isAway = useAwaySince() !== null;
  const { fields, rest } = fieldErrorsOf(error, (field) => FIELDS.includes(field));
  const errors = { ...fields, ...wrong };
  const existing = inventories.find(({ name }) => name === values.name.trim());
  const environment = values.environment ?? existing?.environment ?? '';
  const scope = values.scope ?? (existing?.scope as InventoryScope | undefined) ?? 'main';
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setWrong({});
    onChange();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = values.file?.text ?? values.text;
    const name = values.name.trim();
    const found = {
      ...(text.trim() === '' ? { body: words.needContent } : {}),
      ...(isInventoryName(name) ? {} : { name: words.nameWrong }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    onPreview({
      ...{ name, text, fileName: values.file?.name, scope, environment: environment.trim() },
      hasNoEnvironment: values.environment?.trim() === '' && existing?.environment != null,
      ...{ tags: values.tags, format: values.format, create: mayCreate && values.create },
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ContentField
          text={values.text}
          file={values.file}
          error={errors.body}
          onText={(text) => set({ text })}
          onFile={(file) => set({ file })}
          onError={(body) => setWrong({ body })}
        />
        <div className={classes.fields}>
          <TextInput
            label={words.name}
            description={words.nameHint}
            withAsterisk
            aria-required
            maxLength={INVENTORY_NAME_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data={inventories.map(({ name }) => name)}
            error={errors.name}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label={words.environment}
            description={words.environmentHint}
            maxLength={ENVIRONMENT_LENGTH}
            autoComplete="off"
            error={errors.environment}
            value={environment}
            onChange={(event) => set({ environment: event.currentTarget.value })}
          />
          <TagsInput
            label={words.tags}
            description={words.tagsHint}
            data={known}
            maxTags={TAGS_AT_MOST}
            maxLength={TAG_LENGTH}
            splitChars={[',']}
            error={errors.tags}
            value={values.tags}
            onChange={(tags) => set({ tags })}
          />
          <NativeSelect
            label={words.scope}
            data={SCOPE_OPTIONS}
            error={errors.scope}
            value={scope}
            onChange={(event) => set({ scope: event.currentTarget.value as InventoryScope })}
          />
          <NativeSelect
            label={words.format}
            data={FORMAT_OPTIONS}
            error={errors.format}
            value={values.format}
            onChange={(event) => set({ format: event.currentTarget.value as Format })}
          />
        </div>
        {mayCreate && (
          <Checkbox
            label={words.create}
            description={words.createHint}
            error={errors.create}
            checked={values.create}
            onChange={(event) => set({ create: event.currentTarget.checked })}
          />
        )}
        {/* A session that has ended has a dialog of its own. */}
        {rest && !isProblem(rest, 401) ? <ProblemNote error={rest} /> : null}
        <Group>
          <Button type="submit" loading={isBusy} disabled={isAway} variant={hasPreview ? 'default' : 'filled'}>
            {hasPreview ? words.previewAgain : words.preview}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
