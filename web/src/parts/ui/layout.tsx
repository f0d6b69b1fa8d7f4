import type { ElementType } from 'react';
import { box, type BoxProps, type Plain, type Poly } from './box';
import classes from './ui.module.css';

/** @param grow all of it is as wide as what is around it, in equal parts */
type FlexProps = BoxProps & { grow?: boolean };

const flex =
  (direction: string | undefined) =>
  <C extends ElementType = 'div'>(props: Poly<C, FlexProps>) => {
    const { component: Tag = 'div', grow, ...rest } = props as Plain<FlexProps>;
    return <Tag {...box({ gap: 'md', ...rest }, direction, grow && classes.grow)} />;
  };

/** Below one another. */
export const Stack = flex(classes.stack);
/** Beside one another. */
export const Group = flex(classes.group);
