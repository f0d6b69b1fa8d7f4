import * as mails from '../../src/notification/rendering/theme';
import * as web from '../../web/src/theme/colors';

it.each(['LIGHT', 'DARK'] as const)(
  'mails, the pages behind their links and the web application have the same colours: %s',
  (scheme) => {
    expect(web[scheme]).toEqual(mails[scheme]);
  },
);

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
const luminance = (color: string) =>
  channelsOf(color)
    .map((value) => value / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
};

it.each(['LIGHT', 'DARK'] as const)('every coloured text can be read on what it stands on: %s', (scheme) => {
  const { card, ground, ink, soft, link, button, steps } = web[scheme];
  const tints = Object.entries(web.TINTS).map(([name, tint]) => [name, tint[scheme === 'LIGHT' ? 0 : 1]] as const);
  const pairs = [
    ...[ink, soft, link].flatMap((text) => [
      [text, card],
      [text, ground],
    ]),
    ['#ffffff', button],
    ...[...Object.entries(steps), ...tints].flatMap(([, [back, text]]) => [
      [text, back],
      [text, card],
      [text, ground],
      [ink, back],
    ]),
  ] as [string, string][];
  expect(pairs.filter(([text, back]) => contrast(text, back) < 4.5)).toEqual([]);
});
