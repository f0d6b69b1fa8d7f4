import {
  type ComponentPropsWithRef,
  type ElementType,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { box, type BoxProps, join } from './box';
import { ActionIcon } from './button';
import classes from './ui.module.css';
import { messages } from '../../messages';
import { Icon } from '../icon';

export interface FieldProps extends BoxProps {
  label?: ReactNode;
  description?: ReactNode;
  /** Beside what is wrong; `true` marks it and says nothing. */
  error?: ReactNode;
  withAsterisk?: boolean | undefined;
  className?: string | undefined;
}

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** The label, the explanation and the error around a control, which gets what ties it to them. `group`: the control is several. */
export function Field({
  id: given,
  group,
  label,
  description,
  error,
  withAsterisk,
  className,
  children,
  ...rest
}: FieldProps & {
  id?: string | undefined;
  group?: 'group' | 'radiogroup';
  children: ReactNode | ((control: Control) => ReactNode);
}) {
  const own = useId();
  const id = given ?? own;
  const isWrong = Boolean(error);
  const says = [description != null && `${id}-hint`, isWrong && error !== true && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const control = { id, ...(says && { 'aria-describedby': says }), ...(isWrong && { 'aria-invalid': true as const }) };
  const Label: ElementType = group ? 'div' : 'label';
  return (
    <div
      {...box(rest, classes.field, className)}
      {...(group && { role: group, 'aria-labelledby': `${id}-label`, 'aria-describedby': says || undefined })}
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
      {typeof children === 'function' ? children(control) : children}
      {isWrong && error !== true && (
        <div id={`${id}-error`} className={classes.error}>
          {error}
        </div>
      )}
    </div>
  );
}

const BOX = ['m', 'mt', 'mb', 'mr', 'w', 'flex', 'visibleFrom'] as const;

/** What is of the field, and what is of its control. */
function split<P extends FieldProps & { id?: string | undefined }>({
  label,
  description,
  error,
  withAsterisk,
  className,
  id,
  ...rest
}: P) {
  const field: Record<string, unknown> = { label, description, error, withAsterisk, className, id };
  const control: Record<string, unknown> = { ...rest };
  for (const name of BOX)
    if (name in control) {
      field[name] = control[name];
      delete control[name];
    }
  return { field: field as FieldProps & { id?: string | undefined }, control };
}

interface Sections {
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** Right of the control, such as a button. */
  beside?: ReactNode;
}

export type TextInputProps = FieldProps &
  Sections & { size?: 'md'; /** Suggestions. */ data?: readonly string[] } & Omit<
    ComponentPropsWithRef<'input'>,
    'size'
  >;

/** A line of text; with `data`, the browser suggests. */
export function TextInput({ leftSection, rightSection, beside, size, data, ...props }: TextInputProps) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(tied) => (
        <div className={classes.inputBox}>
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          <input
            type="text"
            {...control}
            {...tied}
            {...(data && { list: `${tied.id}-list` })}
            className={join(
              classes.input,
              Boolean(leftSection) && classes.hasLeft,
              Boolean(rightSection) && classes.hasRight,
            )}
            data-size={size}
          />
          {rightSection && <span className={classes.right}>{rightSection}</span>}
          {data && <Suggestions id={`${tied.id}-list`} data={data} />}
          {beside}
        </div>
      )}
    </Field>
  );
}

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
  suffix?: string;
};

/** A whole number, or nothing. */
export const NumberInput = ({ onChange, suffix, rightSection, ...props }: NumberInputProps) => (
  <TextInput
    {...props}
    type="number"
    step={1}
    inputMode="numeric"
    rightSection={
      (suffix != null || rightSection) && (
        <>
          {suffix != null && props.value !== '' && <span className={classes.suffix}>{suffix}</span>}
          {rightSection}
        </>
      )
    }
    onChange={({ currentTarget: { value } }) => onChange(value === '' ? '' : Math.trunc(Number(value)))}
  />
);

type TextareaProps = FieldProps & {
  minRows?: number;
  maxRows?: number;
  inputClass?: string | undefined;
} & ComponentPropsWithRef<'textarea'>;

/** Grows with its text, from `minRows` to `maxRows`. */
export function Textarea({ minRows = 2, maxRows = 12, inputClass, ...props }: TextareaProps) {
  const { field, control } = split(props);
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = element.current;
    // Where the browser does it (field-sizing), there is nothing to do.
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [props.value]);
  return (
    <Field {...field}>
      {(tied) => (
        <textarea
          rows={minRows}
          {...control}
          {...tied}
          ref={element}
          className={join(classes.input, classes.area, inputClass)}
          style={{ maxHeight: `${maxRows * 1.45 + 1}rem` }}
        />
      )}
    </Field>
  );
}

export type Options = readonly (string | { value: string; label: string; disabled?: boolean })[];

const Choices = ({ data }: { data: Options }) =>
  data.map((one) => {
    const { value, label, disabled } = typeof one === 'string' ? { value: one, label: one, disabled: false } : one;
    return (
      <option key={value} value={value} disabled={disabled}>
        {label}
      </option>
    );
  });

type SelectProps<Given> = FieldProps & { data: Options } & Omit<ComponentPropsWithRef<'select'>, keyof Given> & Given;

export function NativeSelect({ data, ...props }: SelectProps<object>) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(tied) => (
        <select {...control} {...tied} className={join(classes.input, classes.select)}>
          <Choices data={data} />
        </select>
      )}
    </Field>
  );
}

type Chosen = {
  value: string | null;
  onChange: (value: string) => void;
  placeholder?: string;
  rightSection?: ReactNode;
};

/** One of several, or none yet. */
export function Select({ data, value, onChange, placeholder, rightSection, ...props }: SelectProps<Chosen>) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(tied) => (
        <div className={classes.inputBox}>
          <select
            {...control}
            {...tied}
            className={join(classes.input, classes.select)}
            value={value ?? ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {value === null && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            <Choices data={data} />
          </select>
          {rightSection && <span className={join(classes.right, classes.beforeArrow)}>{rightSection}</span>}
        </div>
      )}
    </Field>
  );
}
