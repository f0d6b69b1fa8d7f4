import { type ComponentPropsWithRef, type ElementType, type ReactNode, useId, useState } from 'react';
import { box, type BoxProps, join } from './box';
import { ActionIcon } from './button';
import classes from './ui.module.css';
import { messages } from '../../messages';
import { Icon } from '../icon';
import { Text } from './text';

export type FieldProps = BoxProps & {
  id?: string | undefined;
  label?: ReactNode;
  description?: ReactNode;
  /** Beside what is wrong; `true` marks it and says nothing. */
  error?: ReactNode;
  withAsterisk?: boolean | undefined;
};

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/**
 * The label, the explanation and the error around a control, which gets what ties it to them, and all props that are not the field's own.
 * `group`: the control is several.
 */
export function Field({
  id: given,
  group,
  label,
  description,
  error,
  withAsterisk,
  children,
  ...props
}: FieldProps & { group?: 'group' | 'radiogroup'; children: ReactNode | ((control: Control) => ReactNode) }) {
  const own = useId();
  const id = given ?? own;
  const isWrong = Boolean(error);
  const isSaid = isWrong && error !== true;
  const says = [description != null && `${id}-hint`, isSaid && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const Label: ElementType = group ? 'div' : 'label';
  const { className, style, ...rest } = box(props, classes.field);
  return (
    <div
      className={className}
      style={style}
      {...(group && {
        ...rest,
        role: group,
        'aria-labelledby': label == null ? undefined : `${id}-label`,
        'aria-describedby': says,
      })}
    >
      {label != null && (
        <Label className={classes.fieldLabel} {...(group ? { id: `${id}-label` } : { htmlFor: id })}>
          {label}
          {withAsterisk && <span aria-hidden="true"> *</span>}
        </Label>
      )}
      {description != null && (
        <div id={`${id}-hint`} className={classes.hint}>
          {description}
        </div>
      )}
      {typeof children === 'function'
        ? children({
            ...rest,
            id,
            ...(says && { 'aria-describedby': says }),
            ...(isWrong && { 'aria-invalid': true }),
          })
        : children}
      {isSaid && (
        <div id={`${id}-error`} className={classes.error}>
          {error}
        </div>
      )}
    </div>
  );
}

export type TextInputProps = FieldProps & {
  rightSection?: ReactNode;
  /** Right of the control, such as a button. */
  beside?: ReactNode;
  /** Suggestions. */
  data?: readonly string[];
} & ComponentPropsWithRef<'input'>;

/** A line of text; with `data`, the browser suggests. */
export const TextInput = ({ rightSection, beside, data, ...field }: TextInputProps) => (
  <Field {...field}>
    {(control) => (
      <div className={classes.inputBox}>
        <input type="text" {...control} {...(data && { list: `${control.id}-list` })} className={classes.input} />
        {rightSection && <span className={classes.right}>{rightSection}</span>}
        {data && <Suggestions id={`${control.id}-list`} data={data} />}
        {beside}
      </div>
    )}
  </Field>
);

export const Suggestions = ({ id, data }: { id: string; data: readonly string[] }) => (
  <datalist id={id}>
    {data.map((one) => (
      <option key={one} value={one} />
    ))}
  </datalist>
);

/** What others must not read over the shoulder, unless somebody wants to see it. */
export function PasswordInput({
  showLabel = messages.common.showSecret,
  ...props
}: TextInputProps & { showLabel?: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      rightSection={
        <ActionIcon size={28} aria-label={showLabel} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'hidden' : 'shown'} size={16} />
        </ActionIcon>
      }
    />
  );
}

type NumberInputProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: number | '';
  onChange: (value: number | '') => void;
  /** Behind the number. */
  suffix: string;
};

/** A whole number, or nothing. */
export const NumberInput = ({ onChange, suffix, rightSection, ...props }: NumberInputProps) => (
  <TextInput
    {...props}
    type="number"
    step={1}
    inputMode="numeric"
    rightSection={
      <>
        {props.value !== '' && (
          <Text span size="sm">
            {suffix}
          </Text>
        )}
        {rightSection}
      </>
    }
    onChange={({ currentTarget: { value } }) => onChange(value === '' ? '' : Math.trunc(Number(value)))}
  />
);

type TextareaProps = FieldProps & {
  minRows: number;
  maxRows: number;
  inputClass?: string | undefined;
} & ComponentPropsWithRef<'textarea'>;

/** Grows with its text, from `minRows` to `maxRows`, where the browser can do that. */
export const Textarea = ({ minRows, maxRows, inputClass, ...field }: TextareaProps) => (
  <Field {...field}>
    {(control) => (
      <textarea
        rows={minRows}
        {...control}
        className={join(classes.input, classes.area, inputClass)}
        style={{ maxHeight: `${maxRows * 1.45 + 1}rem` }}
      />
    )}
  </Field>
);

type SelectProps = FieldProps & {
  data: readonly (string | { value: string; label: string; disabled?: boolean })[];
  /** Said while nothing is chosen, which cannot be chosen. */
  placeholder?: string;
  rightSection?: ReactNode;
} & ComponentPropsWithRef<'select'>;

export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const NativeSelect = ({ data, placeholder, rightSection, ...field }: SelectProps) => (
  <Field {...field}>
    {(control) => (
      <div className={classes.inputBox}>
        <select {...control} className={classes.input}>
          {placeholder !== undefined && field.value === '' && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {data.map((one) => {
            const { value, label, disabled } = typeof one === 'string' ? { value: one, label: one, disabled: false } : one; // prettier-ignore
            return (
              <option key={value} value={value} disabled={disabled}>
                {label}
              </option>
            );
          })}
        </select>
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </div>
    )}
  </Field>
);

type ChosenProps = Omit<SelectProps, 'value' | 'onChange'> & {
  value: string | null;
  onChange: (value: string) => void;
};

/** One of several, or none yet; it tells the value. */
export const Select = ({ value, onChange, ...props }: ChosenProps) => (
  <NativeSelect {...props} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />
);
