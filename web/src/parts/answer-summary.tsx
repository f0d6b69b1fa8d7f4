import { Text } from './ui';
import type { SourcePreviewResponse } from '../api/generated';
import { messages } from '../messages';
import classes from './lookup.module.css';
import { Name } from './name';
import { exactDate } from './relative-time';

const words = messages.lookup;

/** What the answer of a source gives: how many are versions, the newest with their days, and what was left out and why. */
export const AnswerSummary = ({
  answer,
}: {
  answer: Pick<SourcePreviewResponse, 'total' | 'versions' | 'newest' | 'left_out' | 'notice'>;
}) => {
  const { total, versions, newest, left_out: leftOut, notice } = answer;
  return (
    <div>
      <Text size="sm">{words.counts(total, versions, newest[0]?.version)}</Text>
      {newest.length > 0 && (
        <ul className={classes.newest} aria-label={words.newest}>
          {newest.map((one) => (
            <li key={one.version}>
              <span className="tabular">
                <Name>{one.version}</Name>
              </span>
              <Text span size="sm" c="dimmed">
                {[one.released_at ? exactDate(one.released_at) : words.noDay, one.prerelease && words.prerelease]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed" component="div">
          {words.leftOut}
          <ul className={classes.leftOut}>
            {leftOut.map(({ reason, count, examples }) => (
              <li key={reason}>
                <Name>{words.reason(reason, count, examples)}</Name>
              </li>
            ))}
          </ul>
        </Text>
      )}
      {notice && (
        <Text size="sm" c="dimmed">
          <Name>{notice}</Name>
        </Text>
      )}
    </div>
  );
};
