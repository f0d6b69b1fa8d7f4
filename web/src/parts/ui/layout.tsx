import type { CSSProperties, ElementType } from 'react';
import { box, type BoxProps, type Poly, type Space, space } from './box';
import classes from './ui.module.css';

interface StackProps extends BoxProps {
  gap?: Space;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** Below one another. */
export function Stack<C extends ElementType = 'div'>(props: Poly<C, StackProps>) {
  const {
    component: Tag = 'div',
    gap = 'md',
    align,
    justify,
    ...rest
  } = props as StackProps & {
    component?: ElementType;
  };
  const { style, ...given } = box(rest, classes.stack);
  return <Tag {...given} style={{ gap: space(gap), alignItems: align, justifyContent: justify, ...style }} />;
}

interface GroupProps extends StackProps {
  wrap?: CSSProperties['flexWrap'];
  /** All of it is as wide as what is around it, in equal parts. */
  grow?: boolean;
}

/** Beside one another. */
export function Group<C extends ElementType = 'div'>(props: Poly<C, GroupProps>) {
  const {
    component: Tag = 'div',
    gap = 'md',
    align,
    justify,
    wrap,
    grow,
    ...rest
  } = props as GroupProps & {
    component?: ElementType;
  };
  const { style, ...given } = box(rest, classes.group, grow && classes.grow);
  const own = { gap: space(gap), alignItems: align, justifyContent: justify, flexWrap: wrap };
  return <Tag {...given} style={{ ...own, ...style }} />;
}
