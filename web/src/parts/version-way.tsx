import { changedPart } from './version-change';
import classes from './parts.module.css';
import { Text } from './ui';

/** `1.29.4 → 1.31.0`, with what changed in strong letters. */
export function VersionWay({ from, to }: { from: string; to: string }) {
  const [same, changed] = changedPart(from, to);
  return (
    <span className={classes.way}>
      <bdi className="tabular">{from}</bdi>
      <Text span inherit c="dimmed" aria-label="to">
        →
      </Text>
      <bdi className="tabular">
        {same}
        <strong>{changed}</strong>
      </bdi>
    </span>
  );
}
