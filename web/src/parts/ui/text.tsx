import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { box, type BoxProps, type Plain, type Poly, tint } from './box';
import classes from './ui.module.css';

type TextProps = BoxProps & {
  span?: boolean;
  /** As what is around it. */
  inherit?: boolean | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  c?: 'dimmed' | 'red' | 'orange' | undefined;
};

export function Text<C extends ElementType = 'p'>(props: Poly<C, TextProps>) {
  const { span, component: Tag = span ? 'span' : 'p', inherit, size = 'md', c, ...rest } = props as Plain<TextProps>;
  const looks = [!inherit && classes[`size-${size}`], c && classes[`c-${c}`], rest.lineClamp && classes.clamp];
  return <Tag {...box(rest, classes.text, ...looks)} />;
}

export function Title({ order, ...rest }: { order: 1 | 2 | 3 } & BoxProps & ComponentPropsWithRef<'h2'>) {
  const Tag = `h${order}` as const;
  return <Tag {...box(rest, classes.title)} />;
}

type AnchorProps = BoxProps & { size?: 'sm'; underline?: 'always' | 'hover' };

export function Anchor<C extends ElementType = 'a'>(props: Poly<C, AnchorProps>) {
  const { component: Tag = 'a', size, underline, ...rest } = props as Plain<AnchorProps>;
  return <Tag {...box(rest, classes.anchor, size && classes['size-sm'])} data-underline={underline} />;
}

type BadgeProps = BoxProps & {
  /** Of theme/colors.ts. */
  color?: string | undefined;
  variant?: 'light' | 'filled' | 'transparent';
  title?: string | undefined;
  children?: ReactNode;
};

export const Badge = ({ color = 'blue', variant = 'filled', ...rest }: BadgeProps) => (
  <span {...box({ ...rest, style: tint(color) }, classes.badge)} data-variant={variant} />
);

export const Table = (props: ComponentPropsWithRef<'table'>) => <table {...box(props, classes.table)} />;

type Tint = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'gray';

type AlertProps = BoxProps & { color: Tint; title?: ReactNode; role?: 'alert' | 'status'; children?: ReactNode };

/** Something that people must not miss. */
export const Alert = ({ color, title, role = 'alert', children, ...rest }: AlertProps) => (
  <div role={role} {...box({ ...rest, style: tint(color) }, classes.alert)}>
    {title != null && <div className={classes.alertTitle}>{title}</div>}
    {children}
  </div>
);

export const Divider = () => <hr className={classes.divider} />;

export const VisuallyHidden = (props: ComponentPropsWithRef<'span'>) => <span {...box(props, classes.unseen)} />;
