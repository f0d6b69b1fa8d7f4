import { type ComponentPropsWithRef, type ElementType, type ReactNode, useRef, useState } from 'react';
import { messages } from '../../messages';
import { Icon } from '../icon';
import { say } from '../say';
import { box, type BoxProps, join, type Plain, type Poly } from './box';
import classes from './ui.module.css';

type ButtonProps = BoxProps & {
  variant?: 'filled' | 'default' | 'light' | 'subtle' | 'transparent';
  size?: 'xs' | 'sm' | 'compact-sm';
  color?: 'gray' | 'red' | undefined;
  /** What it began is under way: it cannot be pressed. */
  loading?: boolean;
  disabled?: boolean | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  children?: ReactNode;
};

export function Button<C extends ElementType = 'button'>(props: Poly<C, ButtonProps>) {
  const { component: Tag = 'button', variant = 'filled', size, color, loading, disabled, leftSection, rightSection, children, ...rest } = props as Plain<ButtonProps>; // prettier-ignore
  return (
    <Tag
      {...(Tag === 'button' && { type: 'button', disabled: (loading ?? false) || disabled })}
      {...box(rest, classes.button)}
      data-variant={variant}
      data-size={size}
      data-color={color}
      aria-busy={loading || undefined}
    >
      {leftSection}
      <span className={classes.label}>{children}</span>
      {rightSection}
    </Tag>
  );
}

type ActionIconProps = { variant?: 'default' | 'subtle'; size?: number; className?: string | undefined };

/** A button that is a picture: `aria-label` says what it does. */
export function ActionIcon<C extends ElementType = 'button'>(props: Poly<C, ActionIconProps>) {
  const { component: Tag = 'button', variant = 'subtle', size = 36, className, ...rest } = props as Plain<ActionIconProps>; // prettier-ignore
  return (
    <Tag
      {...(Tag === 'button' && { type: 'button' })}
      {...rest}
      className={join(classes.button, classes.iconButton, className)}
      data-variant={variant}
      data-color="gray"
      style={{ width: size, height: size }}
    />
  );
}

export const CloseButton = (props: ComponentPropsWithRef<'button'>) => (
  <ActionIcon size={26} aria-label={messages.common.close} {...props}>
    <Icon name="close" size={16} />
  </ActionIcon>
);

const COPIED_FOR = 1_000;

/** Copies a text; for a second it is known that it did. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers have no clipboard for a page that came without TLS.
      return say(messages.common.notCopied);
    }
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_FOR);
  };
  return { copied, copy: () => void copy() };
}

/** A button that lets people choose a file. */
export function FileButton({ onChange, ...button }: { onChange: (file: File | null) => void } & ButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    onChange(input.current?.files?.[0] ?? null);
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input ref={input} type="file" hidden onChange={take} />
      <Button variant="default" {...button} onClick={() => input.current?.click()} />
    </>
  );
}
