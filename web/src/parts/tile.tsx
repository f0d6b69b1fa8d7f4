import classes from './parts.module.css';

/** The first letters of a product's name on a colour of its own: no brand marks. */
export function Tile({ name }: { name: string }) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters =
    words.length > 1
      ? words
          .slice(0, 2)
          .map((word) => [...word][0])
          .join('')
      : [...(words[0] ?? '?')].slice(0, 2).join('');
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + letter.codePointAt(0)!) % 360;
  return (
    <span className={classes.tile} style={{ '--tile-hue': hue } as React.CSSProperties} aria-hidden="true">
      {letters}
    </span>
  );
}
