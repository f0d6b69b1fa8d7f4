import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import * as mails from '../../src/notification/rendering/theme';
import * as web from '../../web/src/theme/colors';
import { cssVariables, theme } from '../../web/src/theme/theme';

it.each(['LIGHT', 'DARK'] as const)(
  'mails, the pages behind their links and the web application have the same colours: %s',
  (scheme) => {
    expect(web[scheme]).toEqual(mails[scheme]);
  },
);

const SOURCES = join(__dirname, '..', '..', 'web', 'src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(SOURCES, name), 'utf8'));
const merged = mergeMantineTheme(DEFAULT_THEME, theme);
/** Every color of the theme that a source names anywhere: as a property, or in a table of colors. */
const NAMES = Object.keys(merged.colors).filter(
  (name) => name !== 'dark' && sources.some((text) => new RegExp(`['"]${name}['"]`).test(text)),
);

function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  const [own, given] = [cssVariables(merged), defaultCssVariablesResolver(merged)];
  return { ...given.variables, ...own.variables, ...given[scheme], ...own[scheme] };
}

function valueOf(variables: Record<string, string>, name: string): string {
  const value = variables[name]!;
  const other = /^var\((.+)\)$/.exec(value)?.[1];
  return other ? valueOf(variables, other) : value;
}

const channelsOf = (color: string): number[] => {
  const parts = /^rgba?\(([^)]+)\)/.exec(color)?.[1]?.split(',').map(Number);
  const hex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
  return parts ?? [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
};
const luminance = (color: string) =>
  channelsOf(color)
    .slice(0, 3)
    .map((value) => value / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
};

it.each(['light', 'dark'] as const)('every coloured text can be read on what it stands on: %s', (scheme) => {
  const variables = variablesOf(scheme);
  const grounds = ['--tracker-card', '--tracker-ground'];
  const pairs = NAMES.flatMap((name) => {
    const of = (part: string) => `--mantine-color-${name}-${part}`;
    return [
      ...grounds.flatMap((ground) => [
        [of('text'), ground],
        [of('light-color'), ground],
      ]),
      [of('light-color'), of('light')],
      ['--mantine-color-dimmed', of('light')],
    ];
  });
  pairs.push(...grounds.map((ground) => ['--mantine-color-error', ground]));
  const low = pairs
    .map(([text, ground]) => ({
      pair: `${text} on ${ground}`,
      ratio: contrast(valueOf(variables, text!), valueOf(variables, ground!)),
    }))
    .filter(({ ratio }) => !(ratio >= 4.5));
  expect(low).toEqual([]);
});
