import { type ComponentPropsWithRef, createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { box, type BoxProps } from './box';
import { Field, type FieldProps, type Options } from './field';
import classes from './ui.module.css';

interface ChoiceProps extends BoxProps {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
}

/** A box or a point to tick, with its words beside it. */
function Choice({
  className,
  label,
  description,
  error,
  input,
  ...rest
}: ChoiceProps & { input: ComponentPropsWithRef<'input'> }) {
  const own = useId();
  const id = input.id ?? own;
  const says = [description != null && `${id}-hint`, Boolean(error) && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div {...box(rest, classes.choice, className)}>
      <input {...input} id={id} aria-describedby={says || undefined} aria-invalid={error ? true : undefined} />
      {label != null && (
        <div>
          <label htmlFor={id}>{label}</label>
          {description != null && (
            <div id={`${id}-hint`} className={classes.hint}>
              {description}
            </div>
          )}
          {error && (
            <div id={`${id}-error`} className={classes.error}>
              {error}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface Ticked {
  name: string;
  has: (value: string) => boolean;
  change: (value: string, isOn: boolean) => void;
}

const Tied = createContext<Ticked | null>(null);

type InputProps = ChoiceProps & Omit<ComponentPropsWithRef<'input'>, 'size'>;

const parted = ({ label, description, error, className, m, mt, mb, ...input }: InputProps) => ({
  own: { label, description, error, className, m, mt, mb },
  input,
});

export function Checkbox({ indeterminate = false, ...props }: InputProps & { indeterminate?: boolean }) {
  const { own, input } = parted(props);
  const group = useContext(Tied);
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => void (element.current && (element.current.indeterminate = indeterminate)), [indeterminate]);
  const value = String(input.value);
  const ofGroup = group && {
    checked: group.has(value),
    onChange: (event: { currentTarget: HTMLInputElement }) => group.change(value, event.currentTarget.checked),
  };
  return <Choice {...own} input={{ ...input, ...ofGroup, ref: element, type: 'checkbox', className: classes.check }} />;
}

export function Switch(props: InputProps) {
  const { own, input } = parted(props);
  return <Choice {...own} input={{ ...input, type: 'checkbox', role: 'switch', className: classes.switch }} />;
}

export function Radio(props: InputProps) {
  const { own, input } = parted(props);
  const group = useContext(Tied);
  const value = String(input.value);
  const ofGroup = group && {
    name: group.name,
    checked: group.has(value),
    onChange: () => group.change(value, true),
  };
  return <Choice {...own} input={{ ...input, ...ofGroup, type: 'radio', className: classes.radio }} />;
}

interface GroupProps<Value> extends FieldProps {
  value?: Value;
  onChange?: (value: Value) => void;
  children: ReactNode;
}

Checkbox.Group = function CheckboxGroup({ value = [], onChange, children, ...field }: GroupProps<string[]>) {
  const change = (one: string, isOn: boolean) =>
    onChange?.(isOn ? [...value, one] : value.filter((other) => other !== one));
  return (
    <Field group="group" {...field}>
      <Tied value={{ name: '', has: (one) => value.includes(one), change }}>{children}</Tied>
    </Field>
  );
};

Radio.Group = function RadioGroup({ value, onChange, children, ...field }: GroupProps<string>) {
  const name = useId();
  return (
    <Field group="radiogroup" {...field}>
      <Tied value={{ name, has: (one) => one === value, change: (one) => onChange?.(one) }}>{children}</Tied>
    </Field>
  );
};

/** Several of a few. */
export const MultiSelect = ({
  data,
  disabled,
  ...group
}: Omit<GroupProps<string[]>, 'children'> & { data: Options; disabled?: boolean }) => (
  <Checkbox.Group {...group}>
    <div className={classes.choices}>
      {data.map((one) => {
        const { value, label } = typeof one === 'string' ? { value: one, label: one } : one;
        return <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} disabled={disabled} />;
      })}
    </div>
  </Checkbox.Group>
);

interface SegmentedProps extends BoxProps {
  'aria-label': string;
  data: readonly { value: string; label: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  fullWidth?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}

/** One of two to five, all of them to be seen. */
export function SegmentedControl({ data, value, onChange, fullWidth, disabled, ...rest }: SegmentedProps) {
  const name = useId();
  return (
    <div role="radiogroup" {...box(rest, classes.segments, fullWidth && classes.full)}>
      {data.map((one) => (
        <label key={one.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            disabled={disabled}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
