import { ActionIcon, Button, Field, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from './ui';
import { useEffect, useRef } from 'react';
import { messages } from '../messages';
import { Icon } from './icon';
import type { SettingSchema, SettingsSchema, SettingValues } from './setting-values';

const words = messages.channels.form;

export interface SchemaFormProps {
  schema: SettingsSchema;
  values: SettingValues;
  /** Settings of what is edited, with secrets masked. */
  stored?: Record<string, unknown> | undefined;
  /** What is wrong, by the name of the setting. */
  errorOf(name: string): React.ReactNode;
  onChange(name: string, value: SettingValues[string]): void;
  onLeave(name: string): void;
}

/** The fields of a type's settings, in the order of their declaration. What is kept in `values` is the caller's. */
export function SchemaForm({ schema, values, stored, errorOf, onChange, onLeave }: SchemaFormProps) {
  const fields = Object.entries(schema.properties);
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noSettings}
      </Text>
    );
  return (
    <Stack>
      {fields.map(([name, setting]) => (
        <SettingField
          key={name}
          setting={setting}
          isRequired={schema.required.includes(name)}
          value={values[name]}
          mask={setting.writeOnly && typeof stored?.[name] === 'string' ? stored[name] : undefined}
          error={errorOf(name)}
          onChange={(value) => onChange(name, value)}
          onLeave={() => onLeave(name)}
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  setting: SettingSchema;
  isRequired: boolean;
  value: SettingValues[string];
  /** What is shown of the secret that is stored; undefined = none is, or it is no secret. */
  mask: string | undefined;
  error: React.ReactNode;
  onChange(value: SettingValues[string]): void;
  onLeave(): void;
}

function SettingField(props: FieldProps) {
  const { setting, value, mask } = props;
  if (mask !== undefined) return <StoredSecret {...props} mask={mask} />;
  if (setting.type === 'array') return <ListField {...props} value={Array.isArray(value) ? value : ['']} />;
  return <TextField {...props} value={typeof value === 'string' ? value : ''} />;
}

const labelOf = ({ title }: SettingSchema, isRequired: boolean) =>
  isRequired ? (
    title
  ) : (
    <>
      {title}{' '}
      <Text span size="sm" c="dimmed" fw={400}>
        ({words.optional})
      </Text>
    </>
  );

const exampleOf = ({ default: fallback, examples }: SettingSchema) =>
  fallback ?? ([examples ?? []].flat(2)[0] as string | undefined);

function TextField({
  setting,
  isRequired,
  value,
  error,
  onChange,
  onLeave,
  isFocused = false,
}: FieldProps & { value: string; isFocused?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  const common = {
    label: labelOf(setting, isRequired),
    description: setting.description,
    withAsterisk: isRequired,
    'aria-required': isRequired,
    error,
    value,
    onBlur: onLeave,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.currentTarget.value),
  };
  if (setting.enum)
    return (
      <NativeSelect
        {...common}
        data={[
          ...(isRequired
            ? []
            : [{ value: '', label: setting.default ? words.defaultValue(setting.default) : words.none }]),
          // The default is the first one already, unless it was chosen by name.
          ...setting.enum.filter((one) => isRequired || one !== setting.default || one === value),
        ]}
      />
    );
  const text = {
    ...common,
    placeholder: exampleOf(setting),
    autoComplete: 'off',
    spellCheck: false,
    autoCapitalize: 'off',
  };
  if (setting.writeOnly) return <PasswordInput {...text} ref={input} showLabel={words.showOf(setting.title)} />;
  const kinds = { uri: 'url', email: 'email' } as const;
  return <TextInput {...text} ref={input} inputMode={setting.format ? kinds[setting.format] : 'text'} />;
}

/** A secret that is stored: it is kept unless somebody asks to change it, and nobody is shown it. */
function StoredSecret(props: FieldProps & { mask: string }) {
  const { setting, isRequired, value, mask, error, onChange } = props;
  if (typeof value === 'string')
    return (
      <div>
        <TextField {...props} isRequired value={value} isFocused />
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          aria-label={words.keepOf(setting.title)}
          onClick={() => onChange(undefined)}
        >
          {words.keep}
        </Button>
      </div>
    );
  const [change, keep, remove] = [
    [words.change, words.changeOf, ''],
    [words.keep, words.keepOf, undefined],
    [words.remove, words.removeOf, null],
  ] as const;
  const offered = [change, ...(value === null ? [keep] : isRequired ? [] : [remove])];
  return (
    <Field label={labelOf(setting, isRequired)} description={setting.description} error={error} group="group">
      <Group gap="xs" mt={6}>
        <Text component={value === null ? 's' : 'span'} size="sm" className="tabular">
          {mask}
        </Text>
        <Text span size="sm" c="dimmed">
          {value === null ? words.removed : words.kept}
        </Text>
        {offered.map(([name, nameOf, next]) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            aria-label={nameOf(setting.title)}
            onClick={() => onChange(next)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Field>
  );
}

function ListField({ setting, isRequired, value, error, onChange, onLeave }: FieldProps & { value: string[] }) {
  const set = (index: number, text: string) => onChange(value.map((one, other) => (other === index ? text : one)));
  const examples = [setting.examples ?? []].flat(2) as string[];
  return (
    <Field
      label={labelOf(setting, isRequired)}
      withAsterisk={isRequired}
      description={setting.description}
      error={error}
      group="group"
    >
      <Stack gap="xs" mt={6} align="flex-start">
        {value.map((text, index) => (
          <Group key={index} gap="xs" wrap="nowrap" style={{ width: '100%' }}>
            <TextInput
              flex={1}
              aria-label={words.entry(setting.title, index + 1)}
              aria-required={isRequired && index === 0}
              placeholder={examples[index % Math.max(1, examples.length)]}
              value={text}
              error={Boolean(error)}
              autoComplete="off"
              spellCheck={false}
              onBlur={onLeave}
              onChange={(event) => set(index, event.currentTarget.value)}
            />
            {value.length > 1 && (
              <ActionIcon
                aria-label={words.removeEntry(setting.title, index + 1)}
                onClick={() => onChange(value.filter((_, other) => other !== index))}
              >
                <Icon name="close" size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {value.length < (setting.maxItems ?? Infinity) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...value, ''])}
          >
            {words.addEntry}
          </Button>
        )}
      </Stack>
    </Field>
  );
}
