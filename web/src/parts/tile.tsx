import { useState } from 'react';
import classes from './parts.module.css';

/** The icon of a product, or the first letters of its name, on a colour of its own. The name stands beside it, so it says nothing by itself. */
export function Tile({ name, icon }: { name: string; icon?: string | null | undefined }) {
  const [failed, setFailed] = useState<string>();
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
      {icon && icon !== failed ? (
        <img
          src={pathOf(icon)}
          alt=""
          width={20}
          height={20}
          decoding="async"
          className={classes.icon}
          onError={() => setFailed(icon)}
        />
      ) : (
        letters
      )}
    </span>
  );
}

/** The page may show images of its own origin only, whatever address the service has for others. */
const pathOf = (address: string) => new URL(address, window.location.origin).pathname;
