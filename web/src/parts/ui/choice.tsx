import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { join } from './box';
import { Field, type FieldProps } from './field';
import classes from './ui.module.css';

type CheckboxProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'size'> & { indeterminate?: boolean };

/** A box to tick, or a point of several, with its words beside it. */
export function Checkbox({ indeterminate = false, className, ...field }: CheckboxProps) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => void (element.current && (element.current.indeterminate = indeterminate)), [indeterminate]);
  return (
    <Field {...field} className={join(classes.choice, className)}>
      {(control) => <input type="checkbox" {...control} ref={element} className={classes.check} />}
    </Field>
  );
}

type GroupProps<Value> = FieldProps & {
  data: readonly { value: string; label: ReactNode; description?: ReactNode; disabled?: boolean }[];
  value?: Value;
  onChange?: (value: Value) => void;
  disabled?: boolean;
  /** Beside one another. */
  inRow?: boolean;
};

function Choices({
  data,
  type,
  isOn,
  onTick,
  disabled = false,
  inRow,
  ...field
}: Omit<GroupProps<unknown>, 'value' | 'onChange'> & {
  type: 'checkbox' | 'radio';
  isOn: (value: string) => boolean;
  onTick: (value: string, isOn: boolean) => void;
}) {
  const name = useId();
  return (
    <Field group={type === 'radio' ? 'radiogroup' : 'group'} {...field}>
      <div className={inRow ? classes.choicesInRow : classes.choices}>
        {data.map((one) => (
          <Checkbox
            key={one.value}
            disabled={disabled}
            {...one}
            type={type}
            name={name}
            checked={isOn(one.value)}
            onChange={(event) => onTick(one.value, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Field>
  );
}

/** One of a few. */
export const RadioGroup = ({ value, onChange, ...group }: GroupProps<string>) => (
  <Choices {...group} type="radio" isOn={(one) => one === value} onTick={(one) => onChange?.(one)} />
);

/** Several of a few. */
export const CheckboxGroup = ({ value = [], onChange, ...group }: GroupProps<string[]>) => (
  <Choices
    {...group}
    type="checkbox"
    isOn={(one) => value.includes(one)}
    onTick={(one, isOn) => onChange?.(isOn ? [...value, one] : value.filter((other) => other !== one))}
  />
);
