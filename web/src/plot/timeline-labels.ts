import { dateFormat } from '../messages/locale';

/** A rectangle of the plot, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A mark with its radius, and what is to be said beside it. */
export interface Named {
  x: number;
  y: number;
  radius: number;
  text: string;
}

/** Where the text goes, as SVG takes it. */
export interface Placed {
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/** Of the letters of a label, in pixels: a little more than they are, since nothing measures them. */
const LETTER = 7.2;
const ASCENT = 10;
const DESCENT = 3;
/** How far a bell is above the rim of its mark, and half of its width. */
const BELL = { above: 12, half: 5 };

/** What a mark covers, with its bell. */
export function boxesOf({ x, y, radius, bell }: { x: number; y: number; radius: number; bell: boolean }): Box[] {
  const mark = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  if (!bell) return [mark];
  return [mark, { left: x - BELL.half, top: y - radius - BELL.above, right: x + BELL.half, bottom: y - radius }];
}

/**
 * Puts each label beside its mark where it covers neither a mark, a bell nor another label: above or below, to the right or to the left,
 * or in line with it. Where all of it is taken, where it covers least. The first come first.
 */
export function placeLabels(labels: readonly Named[], taken: readonly Box[], within: Box): Placed[] {
  const boxes = [...taken];
  return labels.map((label) => {
    const places = placesOf(label).map((place) => {
      const box = boxOf(place, label.text);
      return { place, box, cost: sum(boxes.map((other) => overlap(box, other))) + outside(box, within) };
    });
    const best = places.reduce((least, one) => (one.cost < least.cost ? one : least));
    boxes.push(best.box);
    return best.place;
  });
}

function placesOf({ x, y, radius }: Named): Placed[] {
  const above = y - radius - 4;
  const below = y + radius + ASCENT + 2;
  const beside = radius + 6;
  return [
    { x: x - 6, y: above, anchor: 'start' },
    { x: x + 6, y: above, anchor: 'end' },
    { x: x - 6, y: below, anchor: 'start' },
    { x: x + 6, y: below, anchor: 'end' },
    { x: x + beside, y: above, anchor: 'start' },
    { x: x - beside, y: above, anchor: 'end' },
    { x: x + beside, y: y + 4, anchor: 'start' },
    { x: x - beside, y: y + 4, anchor: 'end' },
  ];
}

function boxOf({ x, y, anchor }: Placed, text: string): Box {
  const width = text.length * LETTER;
  const left = anchor === 'start' ? x : x - width;
  return { left, top: y - ASCENT, right: left + width, bottom: y + DESCENT };
}

const length = (from: number, to: number) => Math.max(0, to - from);

/** In square pixels. */
const overlap = (a: Box, b: Box) =>
  length(Math.max(a.left, b.left), Math.min(a.right, b.right)) *
  length(Math.max(a.top, b.top), Math.min(a.bottom, b.bottom));

const area = ({ left, top, right, bottom }: Box) => length(left, right) * length(top, bottom);

/** What is cut counts more than what is covered. */
const outside = (box: Box, within: Box) => 10 * (area(box) - overlap(box, within));

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

type Format = (date: Date) => string;
const inUtc = (options: Intl.DateTimeFormatOptions): Format => {
  const format = dateFormat({ ...options, timeZone: 'UTC' });
  return (date) => format.format(date);
};
const year = inUtc({ year: 'numeric' });
const month = inUtc({ month: 'short' });
const day = inUtc({ month: 'short', day: 'numeric' });
const DAY = 86_400_000;

/** What stands below the ticks of a time axis: as much as tells them apart, and nothing twice in a row. */
export function dateLabels(ticks: readonly Date[]): string[] {
  const [one, ...others] = ticks;
  const step =
    one === undefined || others.length === 0
      ? 0
      : Math.min(...others.map((tick, index) => tick.getTime() - ticks[index]!.getTime()));
  const format: Format = (tick) => {
    if (step > 360 * DAY) return year(tick);
    if (step < 27 * DAY) return day(tick);
    return tick.getUTCMonth() === 0 ? year(tick) : month(tick);
  };
  const labels = ticks.map(format);
  return labels.map((label, index) => (label === labels[index - 1] ? '' : label));
}
