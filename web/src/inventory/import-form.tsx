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
import { looksLikeAddress } from '../parts/looks-like-address';
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

/** The service's names of the fields, first of those that few people change. */
const MORE = ['environment', 'scope', 'format', 'create', 'tags'];
const FIELDS = ['body', 'name', ...MORE];

/** Of an inventory, where somebody has none yet. */
const FIRST_NAME = 'home';

/** Whether a text is one name or address, and no list of what is installed: `Home Assistant`, but not `nginx 1.30.1`. */
const isOne = (text: string) =>
  looksLikeAddress(text) || (/^[\p{L}\p{N} .+#&'-]+$/u.test(text) && !/\sv?\d[\w.-]*$/i.test(text));

/** What is installed, and where. Nothing that was typed goes away by an error. */
export function ImportForm({
  name: given,
  inventories,
  isFirst,
  error,
  isBusy,
  hasPreview,
  onChange,
  onOne,
  onPreview,
}: {
  name: string;
  inventories: readonly InventoryResponse[];
  /** Only the text is asked for. */
  isFirst: boolean;
  error: unknown;
  isBusy: boolean;
  hasPreview: boolean;
  /** What was shown is of other values. */
  onChange(): void;
  /** The text is a name or an address. */
  onOne?(text: string): void;
  onPreview(request: UploadRequest): void;
}) {
  const [values, setValues] = useState<Values>({
    name: given || (isFirst || inventories.length === 0 ? FIRST_NAME : ''),
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
  const send = (text: string) => {
    if (onOne && !values.file && isOne(text.trim())) return onOne(text.trim());
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(values.file?.text ?? values.text);
  };
  const go = (
    <Button type="submit" loading={isBusy} disabled={isAway} variant={hasPreview ? 'default' : 'filled'}>
      {isFirst ? words.show : hasPreview ? words.previewAgain : words.preview}
    </Button>
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ContentField
          label={isFirst ? words.first : words.content}
          hint={isFirst ? words.firstHint : words.contentHint}
          rows={isFirst ? 4 : 6}
          text={values.text}
          file={values.file}
          error={errors.body}
          onText={(text) => set({ text })}
          {...(isFirst ? { onPasted: send, beside: go } : {})}
          onFile={(file) => set({ file })}
          onError={(body) => setWrong({ body })}
        />
        {!isFirst && (
          <>
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
            <details className={classes.more} open={MORE.some((field) => errors[field]) || undefined}>
              <summary>{words.more}</summary>
              <div className={classes.fields}>
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
                  separator=","
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
            </details>
          </>
        )}
        {/* A session that has ended has a dialog of its own. */}
        {rest && !isProblem(rest, 401) ? <ProblemNote error={rest} /> : null}
        {!isFirst && <Group>{go}</Group>}
      </Stack>
    </form>
  );
}
