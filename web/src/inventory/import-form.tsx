import { Button, Group, NativeSelect, optionsOf, Stack, TagsInput, TextInput } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
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

const FORMAT_OPTIONS = [{ value: 'auto', label: words.auto }, ...FORMATS];
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
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useState<string | ChosenFile>('');
  const [typed, setName] = useState(given || (isFirst || inventories.length === 0 ? FIRST_NAME : ''));
  const [tags, setTags] = useState<string[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const mayCreate = useQuery(sessionQuery).data?.scopes.includes('catalogue:write') ?? false;
  const { data: known = [] } = useQuery(tagNamesQuery);
  const isAway = useAwaySince() !== null;
  const { fields, rest } = fieldErrorsOf(error, (field) => FIELDS.includes(field));
  const errors = { ...fields, ...wrong };
  const name = typed.trim();
  const existing = inventories.find((one) => one.name === name);
  const changed = () => {
    setWrong({});
    onChange();
  };
  const send = (what: string | ChosenFile) => {
    const file = typeof what === 'string' ? undefined : what;
    const text = file?.text ?? (what as string);
    if (onOne && !file && isOne(text.trim())) return onOne(text.trim());
    const found = {
      ...(text.trim() === '' ? { body: words.needContent } : {}),
      ...(isInventoryName(name) ? {} : { name: words.nameWrong }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const { environment = '', scope, format, create } = Object.fromEntries(new FormData(form.current!));
    const isNowhere = String(environment).trim() === '';
    onPreview({
      ...{ name, text, fileName: file?.name, environment: String(environment).trim(), tags },
      hasNoEnvironment: !isFirst && isNowhere && existing?.environment != null,
      scope: (scope ?? existing?.scope ?? 'main') as InventoryScope,
      format: (format ?? 'auto') as Format,
      create: create === 'all' || (create === 'none' ? false : undefined),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(content);
  };
  const go = (
    <Button type="submit" loading={isBusy} disabled={isAway} variant={hasPreview ? 'default' : 'filled'}>
      {isFirst ? words.show : hasPreview ? words.previewAgain : words.preview}
    </Button>
  );
  return (
    <form ref={form} noValidate onInput={changed} onSubmit={submit}>
      <Stack>
        <ContentField
          label={isFirst ? words.first : words.content}
          hint={isFirst ? words.firstHint : words.contentHint}
          rows={isFirst ? 4 : 6}
          content={content}
          error={errors.body}
          onChange={(next) => {
            setContent(next);
            changed();
          }}
          {...(isFirst ? { onPasted: send, beside: go } : {})}
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
              data={inventories.map((one) => one.name)}
              error={errors.name}
              value={typed}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <details className={classes.more} open={MORE.some((field) => errors[field]) || undefined}>
              <summary>{words.more}</summary>
              {/* Another inventory has its own. */}
              <div key={existing?.name} className={classes.fields}>
                <TextInput
                  label={words.environment}
                  description={words.environmentHint}
                  maxLength={ENVIRONMENT_LENGTH}
                  autoComplete="off"
                  error={errors.environment}
                  name="environment"
                  defaultValue={existing?.environment ?? ''}
                />
                <TagsInput
                  label={words.tags}
                  description={words.tagsHint}
                  data={known}
                  maxTags={TAGS_AT_MOST}
                  maxLength={TAG_LENGTH}
                  separator=","
                  error={errors.tags}
                  value={tags}
                  onChange={(next) => {
                    setTags(next);
                    changed();
                  }}
                />
                <NativeSelect
                  label={words.scope}
                  data={SCOPE_OPTIONS}
                  error={errors.scope}
                  name="scope"
                  defaultValue={existing?.scope ?? 'main'}
                />
                <NativeSelect label={words.format} data={FORMAT_OPTIONS} error={errors.format} name="format" />
                <NativeSelect
                  label={words.create}
                  description={words.createHint}
                  data={optionsOf(words.creates).filter(({ value }) => value !== 'all' || mayCreate)}
                  error={errors.create}
                  name="create"
                />
              </div>
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
