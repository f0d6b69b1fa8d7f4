import { xml } from './xml';

export interface Badge {
  label: string;
  message: string;
  state: 'current' | 'update' | 'ended' | 'unknown';
}

/** With white text, each has a contrast of at least 4.5. */
const COLOURS: Record<Badge['state'], string> = {
  current: '#2e7d32',
  update: '#b45309',
  ended: '#b91c1c',
  unknown: '#5f6368',
};
const GROUND = '#444';

const HEIGHT = 20;
const PADDING = 6;
/** Verdana at 11 px; letters of East Asia are as wide as they are high. */
const [NARROW, WIDE] = [6.9, 11.5];

/** The schema of endpoint badges of shields.io. */
export const writeBadgeJson = ({ label, message, state }: Badge): string =>
  JSON.stringify({ schemaVersion: 1, label, message, color: COLOURS[state] });

/** An image without any reference to the outside: no font, no script, no style element. */
export function writeBadgeSvg({ label, message, state }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = `${label}: ${message}`;
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${GROUND}"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${COLOURS[state]}"/>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${piece(label, PADDING, left)}
${piece(message, left + PADDING, right)}
</g>
</svg>
`.source;
}

/** Letters are fitted to the width, since fonts differ. */
const piece = (text: string, x: number, width: number) =>
  xml`<text x="${x}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${text}</text>`;

function widthOf(text: string): number {
  const letters = [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x2e80 ? NARROW : WIDE), 0);
  return Math.ceil(letters) + 2 * PADDING;
}
