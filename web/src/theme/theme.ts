import { createTheme, type CSSVariablesResolver, darken, type MantineColorsTuple } from '@mantine/core';
import { DARK, LIGHT, trackerColors } from './colors';

const accent: MantineColorsTuple = [
  '#eaf2fe', '#d3e3fc', '#a9c7f8', '#7fb4ff', '#5190ee', '#2f76e4', '#2764d8', '#0a55c4', '#0a49a6', '#083c88',
]; // prettier-ignore

/** Mantine's greys, with the blue tint of the grounds above. */
const gray: MantineColorsTuple = [
  '#f6f8fa', '#eef1f5', '#e4e8ee', '#d8dee6', '#c3cbd6', '#9ba6b4', '#748092', '#5a6472', '#353d49', '#1b2028',
]; // prettier-ignore

const dark: MantineColorsTuple = [
  '#e8ebef', '#c6cdd6', '#9ba6b4', '#6d7988', '#3b4452', '#2d343f', '#1f252e', '#171b22', '#12161c', '#0e1116',
]; // prettier-ignore

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark },
  black: LIGHT.ink,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, centered: true, closeButtonProps: { 'aria-label': 'Close' } },
    },
    // A `header` outside of an `article` is the banner of the whole page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Drawer: { defaultProps: { transitionProps: { duration: 150 }, closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Tooltip: {
      defaultProps: {
        transitionProps: { duration: 100 },
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      },
    },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

const variablesOf = (colors: typeof LIGHT | typeof DARK) => ({
  ...trackerColors(colors),
  '--mantine-color-error': 'var(--mantine-color-red-text)',
  '--mantine-color-body': colors.ground,
  '--mantine-color-text': colors.ink,
  '--mantine-color-dimmed': colors.soft,
  '--mantine-color-anchor': colors.link,
  '--mantine-color-default-border': colors.line,
  '--mantine-color-placeholder': colors.soft,
});

/** What is said in a color can be read: Mantine's own is too pale on light grounds, and its own ground too pale in the dark. */
const forAll = (names: string[], part: string, value: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [`--mantine-color-${name}-${part}`, value(name)]));

export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  const names = Object.keys(colors);
  return {
    variables: {},
    light: {
      ...variablesOf(LIGHT),
      ...forAll(names, 'text', (name) => `var(--mantine-color-${name}-light-color)`),
      '--mantine-color-orange-light-color': '#9a3412',
      '--mantine-color-yellow-light-color': '#7a4a00',
      '--mantine-color-green-light-color': '#1b6b2c',
    },
    dark: { ...variablesOf(DARK), ...forAll(names, 'light', (name) => darken(colors[name]![9], 0.65)) },
  };
};
