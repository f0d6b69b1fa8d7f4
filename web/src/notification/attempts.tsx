import { Text } from '../parts/ui';
import type { AttemptResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { exactTime } from '../parts/relative-time';
import classes from './notification.module.css';

const words = messages.log;

/** Every attempt of a delivery: when, how long, with what result, and the beginning of the answer as plain text. */
export function Attempts({ log }: { log: AttemptResponse[] }) {
  if (log.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noAttempts}
      </Text>
    );
  return (
    <ol className={classes.attempts}>
      {log.map(({ no, started_at: time, duration, outcome, code, reason, excerpt }) => (
        <li key={no} className={classes.attempt} data-fare={outcome === 'ok' ? 'good' : 'bad'}>
          <Text size="sm" className="tabular">
            <strong>{words.attempt(no)}</strong> · <time dateTime={time}>{exactTime(time)}</time> ·{' '}
            {words.duration(duration)} · {words.outcomes[outcome] ?? outcome}
            {code && (!reason || /\d/.test(code)) && ` · ${words.code(code)}`}
          </Text>
          {reason && <Text size="sm">{visibleText(reason)}</Text>}
          {excerpt && (
            <pre className={classes.excerpt} aria-label={words.excerpt} tabIndex={0}>
              {excerpt}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
