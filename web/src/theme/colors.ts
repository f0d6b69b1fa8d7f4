/** The colours of mails and of the pages behind their links, which a test compares: src/notification/rendering/theme.ts. */
export const LIGHT = {
  ground: '#eef1f5',
  card: '#ffffff',
  line: '#d8dee6',
  ink: '#1b2028',
  soft: '#5a6472',
  link: '#0a55c4',
  button: '#0a55c4',
  steps: {
    major: ['#fde4e1', '#a01c10'],
    minor: ['#dfeafc', '#1a4594'],
    patch: ['#daf3e3', '#0c5a34'],
    other: ['#e8ebf0', '#454f5c'],
  },
} as const;

export const DARK = {
  ground: '#0e1116',
  card: '#171b22',
  line: '#2d343f',
  ink: '#e8ebef',
  soft: '#9ba6b4',
  link: '#7fb4ff',
  button: '#2764d8',
  steps: {
    major: ['#4d1f1b', '#ffb4aa'],
    minor: ['#1a325c', '#a9cbff'],
    patch: ['#113f2a', '#8be0b0'],
    other: ['#2b323c', '#c6cdd6'],
  },
} as const;

type Pair = readonly [ground: string, ink: string];

/** Grounds of what is said in a colour, and its words on them; light, then dark. They can be read on cards, too: a test. */
export const TINTS: Record<string, [light: Pair, dark: Pair]> = {
  red: [['#fde4e1', '#a01c10'], ['#4d1f1b', '#ffb4aa']],
  orange: [['#ffe8d9', '#9a3412'], ['#4a2a12', '#ffc38f']],
  yellow: [['#fff0c2', '#7a4a00'], ['#453708', '#ffdf7a']],
  green: [['#daf3e3', '#1b6b2c'], ['#113f2a', '#8be0b0']],
  blue: [['#dfeafc', '#1a4594'], ['#1a325c', '#a9cbff']],
  gray: [['#e8ebf0', '#454f5c'], ['#2b323c', '#c6cdd6']],
}; // prettier-ignore

/** As variables of CSS. Also those of the page before any script: the build writes them into its HTML. */
export function trackerColors(): string {
  const both = (name: string, light: string, dark: string) => `--tracker-${name}: light-dark(${light}, ${dark});`;
  const { steps, ...plain } = LIGHT;
  const names = Object.keys(plain) as (keyof typeof plain)[];
  const ofSteps = (Object.keys(steps) as (keyof typeof steps)[]).map((step) => [step, [steps[step], DARK.steps[step]]]);
  const tints = [...Object.entries(TINTS), ...(ofSteps as [string, (typeof TINTS)[string]][])];
  return [
    ...names.map((name) => both(name, LIGHT[name], DARK[name])),
    ...tints.map(([name, [[light], [dark]]]) => both(name, light, dark)),
    ...tints.map(([name, [[, light], [, dark]]]) => both(`${name}-ink`, light, dark)),
  ].join(' ');
}
