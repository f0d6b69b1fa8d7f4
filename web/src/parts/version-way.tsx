import { messages } from '../messages';
import { followedIn } from './text';
import { changedPart } from './version-change';
import classes from './parts.module.css';
import { Text } from './ui';

/** `1.29.4 → 1.31.0`, with what changed in strong letters; where no version is known, that the image changed. */
export function VersionWay({ from, to }: { from: string; to: string }) {
  const tag = followedIn(to);
  if (tag !== null) return <span title={`${from} → ${to}`}>{messages.known.changed(tag)}</span>;
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
