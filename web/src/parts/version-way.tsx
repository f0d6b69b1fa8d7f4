import { changedPart } from './version-change';
import classes from './parts.module.css';

/** `1.29.4 → 1.31.0`, with what changed in strong letters. */
export function VersionWay({ from, to }: { from: string; to: string }) {
  const [same, changed] = changedPart(from, to);
  return (
    <span className={classes.way}>
      <bdi className="tabular">{from}</bdi>
      <span className={classes.arrow} aria-label="to">
        →
      </span>
      <bdi className="tabular">
        {same}
        <strong>{changed}</strong>
      </bdi>
    </span>
  );
}
