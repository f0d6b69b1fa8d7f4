import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import classes from './ui.module.css';

const SPACES: Record<string, string> = { xs: '0.625rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' };

/** A name of the scale, pixels, or a length of CSS. */
export type Space = string | number;
export const space = (given: Space) => (typeof given === 'number' ? `${given / 16}rem` : (SPACES[given] ?? given));

/** What all parts of this folder take beside their own props. */
export interface BoxProps {
  m?: Space;
  mt?: Space;
  mb?: Space;
  mr?: Space;
  p?: Space;
  pt?: Space;
  px?: Space;
  w?: Space;
  miw?: string;
  flex?: CSSProperties['flex'];
  ta?: CSSProperties['textAlign'];
  fw?: CSSProperties['fontWeight'];
  display?: 'block';
  /** Windows that are wider than 48em alone show it. */
  visibleFrom?: 'sm';
}

/** The props of a part that is rendered as another element or component. */
export type Poly<C extends ElementType, Own> = Own & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Own | 'component'
  >;

type Names = (string | false | null | undefined)[];
export const join = (...names: Names) => names.filter(Boolean).join(' ') || undefined;

/** Moves what says how it looks into `className` and `style`, and leaves the rest for the element. */
export function box<P extends BoxProps & { className?: string | undefined; style?: CSSProperties | undefined }>(
  { m, mt, mb, mr, p, pt, px, w, miw, flex, ta, fw, display, visibleFrom, className, style, ...rest }: P,
  ...own: Names
) {
  const spaces = { margin: m, marginTop: mt, marginBottom: mb, marginRight: mr, padding: p, paddingTop: pt, paddingInline: px, width: w }; // prettier-ignore
  const given = Object.entries({ minWidth: miw, flex, textAlign: ta, fontWeight: fw, display }).filter(
    ([, one]) => one != null,
  );
  for (const [name, one] of Object.entries(spaces)) if (one !== undefined) given.push([name, space(one)]);
  return {
    ...rest,
    className: join(...own, visibleFrom && classes.wide, className),
    style: given.length > 0 || style ? { ...Object.fromEntries(given), ...style } : undefined,
  };
}
