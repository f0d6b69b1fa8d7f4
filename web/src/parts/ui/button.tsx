import {
  type ComponentPropsWithRef,
  type CSSProperties,
  type ElementType,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { messages } from '../../messages';
import { Icon } from '../icon';
import { say } from '../say';
import { box, type BoxProps, type Poly } from './box';
import classes from './ui.module.css';

interface ButtonProps extends BoxProps {
  variant?: 'filled' | 'default' | 'light' | 'subtle' | 'transparent';
  size?: 'xs' | 'sm' | 'md' | 'compact-sm' | 'compact-md';
  color?: 'gray' | 'red' | undefined;
  radius?: 'xl';
  /** What it began is under way: it cannot be pressed. */
  loading?: boolean;
  disabled?: boolean | undefined;
  fullWidth?: boolean;
  justify?: CSSProperties['justifyContent'];
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

export function Button<C extends ElementType = 'button'>(props: Poly<C, ButtonProps>) {
  const { component: Tag = 'button', variant = 'filled', size = 'sm', color, radius, loading, disabled, fullWidth, justify, leftSection, rightSection, children, ...rest } = props as ButtonProps & { component?: ElementType }; // prettier-ignore
  const { style, ...given } = box(rest, classes.button, fullWidth && classes.full, radius && classes.round);
  const isButton = Tag === 'button';
  return (
    <Tag
      {...(isButton && { type: 'button', disabled: (loading ?? false) || disabled })}
      {...given}
      style={justify ? { justifyContent: justify, ...style } : style}
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

interface ActionIconProps extends BoxProps {
  variant?: 'default' | 'subtle';
  size?: number | 'lg';
}

/** A button that is a picture: `aria-label` says what it does. */
export function ActionIcon({
  variant = 'subtle',
  size = 36,
  ...rest
}: ActionIconProps & ComponentPropsWithRef<'button'>) {
  const edge = size === 'lg' ? 34 : size;
  const { style, ...given } = box(rest, classes.button, classes.iconButton);
  return (
    <button
      type="button"
      {...given}
      data-variant={variant}
      data-color="gray"
      style={{ width: edge, height: edge, ...style }}
    />
  );
}

export const CloseButton = (props: ComponentPropsWithRef<'button'>) => (
  <ActionIcon size={26} aria-label={messages.common.close} {...props}>
    <Icon name="close" size={16} />
  </ActionIcon>
);

const COPIED_FOR = 1_000;

/** Copies a text, and says for a second that it did. */
export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Browsers have no clipboard for a page that came without TLS.
      return say(messages.common.notCopied);
    }
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_FOR);
  };
  return children({ copied, copy: () => void copy() });
}

/** A button that lets people choose a file. */
export function FileButton({
  onChange,
  children,
}: {
  onChange: (file: File | null) => void;
  children: (button: { onClick: () => void }) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    onChange(input.current?.files?.[0] ?? null);
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input ref={input} type="file" hidden onChange={take} />
      {children({ onClick: () => input.current?.click() })}
    </>
  );
}
