import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';

const SPACES: Record<string, string> = { xs: '0.625rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' };

/** Lengths that all parts of this folder take as props: a name of the scale, pixels, or a length of CSS. */
const LENGTHS = { mt: 'marginTop', mb: 'marginBottom', p: 'padding', px: 'paddingInline', gap: 'gap' } as const;
/** Other styles that they take, as CSS has them. */
const STYLES = {
  flex: 'flex',
  fw: 'fontWeight',
  display: 'display',
  align: 'alignItems',
  justify: 'justifyContent',
  wrap: 'flexWrap',
  lineClamp: 'WebkitLineClamp',
} as const;

const lengthOf = (given: string | number) =>
  typeof given === 'number' ? `${given / 16}rem` : (SPACES[given] ?? given);

export type BoxProps = { [Name in keyof typeof LENGTHS]?: string | number | undefined } & {
  [Name in keyof typeof STYLES]?: CSSProperties[(typeof STYLES)[Name]];
} & { className?: string | undefined; style?: CSSProperties | undefined };

/** The props of a part that is rendered as another element or component. */
export type Poly<C extends ElementType, Own> = Own & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Own | 'component'
  >;
/** The same, as the part itself has them. */
export type Plain<Own> = Own & { component?: ElementType };

type Names = (string | false | null | undefined)[];
export const join = (...names: Names) => names.filter(Boolean).join(' ') || undefined;

/** Moves what says how it looks into `className` and `style`, and leaves the rest for the element. */
export function box({ className, style, ...props }: BoxProps, ...own: Names) {
  const styles: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    if (name in STYLES) styles[STYLES[name as keyof typeof STYLES]] = value;
    else if (!(name in LENGTHS)) rest[name] = value;
    else if (value !== undefined) styles[LENGTHS[name as keyof typeof LENGTHS]] = lengthOf(value as string | number);
  return { ...rest, className: join(...own, className), style: { ...styles, ...style } as CSSProperties };
}

/** What is said in a colour of theme/colors.ts: its ground and its ink, for the styles. */
export const tint = (color: string) =>
  ({ '--tint': `var(--tracker-${color})`, '--tint-ink': `var(--tracker-${color}-ink)` }) as CSSProperties;
