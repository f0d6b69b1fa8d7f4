import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { box, type BoxProps, join, type Poly } from './box';
import classes from './ui.module.css';

interface TextProps extends BoxProps {
  span?: boolean;
  /** As what is around it. */
  inherit?: boolean | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  c?: 'dimmed' | 'red' | 'orange' | undefined;
  lineClamp?: number;
  truncate?: boolean;
  td?: 'line-through' | undefined;
  className?: string | undefined;
}

export function Text<C extends ElementType = 'p'>(props: Poly<C, TextProps>) {
  const {
    component,
    span,
    inherit,
    size = 'md',
    c,
    lineClamp,
    truncate,
    td,
    ...rest
  } = props as TextProps & {
    component?: ElementType;
  };
  const Tag = component ?? (span ? 'span' : 'p');
  const { style, ...given } = box(
    rest,
    classes.text,
    !inherit && classes[`size-${size}`],
    truncate && classes.truncate,
  );
  const more = { ...(lineClamp && { WebkitLineClamp: lineClamp }), ...(td && { textDecoration: td }) };
  return (
    <Tag
      {...given}
      className={join(given.className, c && classes[`c-${c}`], lineClamp !== undefined && classes.clamp)}
      style={{ ...more, ...style }}
    />
  );
}

interface TitleProps extends BoxProps {
  order: 1 | 2 | 3;
  /** Looks like a heading of another order. */
  size?: 'h3' | 'h4';
}

export function Title({ order, size, ...rest }: TitleProps & ComponentPropsWithRef<'h2'>) {
  const Tag = `h${order}` as const;
  return <Tag {...box(rest, classes.title, classes[size ?? Tag])} />;
}

interface AnchorProps extends BoxProps {
  size?: 'sm';
  underline?: 'always' | 'hover';
  className?: string | undefined;
}

export function Anchor<C extends ElementType = 'a'>(props: Poly<C, AnchorProps>) {
  const {
    component: Tag = 'a',
    size,
    underline = 'hover',
    ...rest
  } = props as AnchorProps & {
    component?: ElementType;
  };
  return <Tag {...box(rest, classes.anchor, size && classes['size-sm'])} data-underline={underline} />;
}

interface BadgeProps extends BoxProps {
  color?: string | undefined;
  variant?: 'light' | 'filled' | 'transparent';
  className?: string | undefined;
  title?: string | undefined;
  children?: ReactNode;
}

export const Badge = ({ color = 'blue', variant = 'filled', ...rest }: BadgeProps) => (
  <span {...box(rest, classes.badge, variant !== 'filled' && classes.tint)} data-color={color} data-variant={variant} />
);

export const Divider = ({ label, ...rest }: BoxProps & { label?: ReactNode }) =>
  label === undefined ? (
    <hr {...box(rest, classes.divider)} />
  ) : (
    <div {...box(rest, classes.dividerWith)} role="separator">
      <span>{label}</span>
    </div>
  );

export const VisuallyHidden = (props: ComponentPropsWithRef<'span'>) => <span {...box(props, classes.unseen)} />;
