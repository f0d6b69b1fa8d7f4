import encodeQR from 'qr';

/** A QR code as one path of squares. @returns its side too, with the margin that readers need */
export function pathOf(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), size: rows.length };
}
