import type { CSSProperties, ElementType } from 'react';
import { box, type BoxProps, type Poly, type Space, space } from './box';
import classes from './ui.module.css';

interface FlexProps extends BoxProps {
  gap?: Space;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

interface GroupProps extends FlexProps {
  wrap?: CSSProperties['flexWrap'];
  /** All of it is as wide as what is around it, in equal parts. */
  grow?: boolean;
}

const flex =
  (direction: string | undefined) =>
  <C extends ElementType = 'div'>(props: Poly<C, GroupProps>) => {
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
    const { style, ...given } = box(rest, direction, grow && classes.grow);
    const own = { gap: space(gap), alignItems: align, justifyContent: justify, flexWrap: wrap };
    return <Tag {...given} style={{ ...own, ...style }} />;
  };

/** Below one another. */
export const Stack = flex(classes.stack);
/** Beside one another. */
export const Group = flex(classes.group);
