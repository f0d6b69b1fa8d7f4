import { Button } from '../parts/ui';
import { memo, useState } from 'react';
import type { Finding } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { Icon } from '../parts/icon';
import { Name, visibleText } from '../parts/name';
import { isOver } from './finding-split';
import classes from './vulnerabilities.module.css';

const words = vulnerabilities;
const { columns } = words;
/** So many rows are shown before somebody asks for all. */
export const BEGINNING = 10;

interface Rows {
  label: string;
  findings: readonly Finding[];
  /** A version is on offer. */
  hasUpdate: boolean;
  onDecide: (finding: Finding) => void;
}

/** One row for each vulnerability. Not a `table`: on narrow screens its rows are cards. */
export function FindingTable({ label, findings, hasUpdate, onDecide }: Rows) {
  const [isWhole, setWhole] = useState(false);
  if (findings.length === 0) return null;
  const shown = isWhole ? findings : findings.slice(0, BEGINNING);
  return (
    <>
      <div role="table" aria-label={label} aria-rowcount={findings.length + 1} className={classes.table}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.row}>
            <span role="columnheader">{columns.vulnerability}</span>
            <span role="columnheader" className={classes.unseen}>
              {columns.summary}
            </span>
            <span role="columnheader">{columns.severity}</span>
            <span role="columnheader" title={words.probabilityHint}>
              {columns.probability}
            </span>
            <span role="columnheader">{columns.fixed}</span>
            <span role="columnheader">
              <span className={classes.unseen}>{columns.decision}</span>
            </span>
          </div>
        </div>
        <div role="rowgroup">
          {shown.map((finding) => (
            <Row key={finding.id} finding={finding} hasUpdate={hasUpdate} onDecide={onDecide} />
          ))}
        </div>
      </div>
      {shown.length < findings.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {words.showAll(findings.length)}
        </Button>
      )}
    </>
  );
}

/** Of a thousand, only those that change are rendered again. */
const Row = memo(function Row({
  finding,
  hasUpdate,
  onDecide,
}: Pick<Rows, 'hasUpdate' | 'onDecide'> & { finding: Finding }) {
  const { id, url, summary, severity, exploited, epss, fixed, triage } = finding;
  return (
    <div role="row" className={classes.row} data-finding={id}>
      <div role="cell" className={classes.id}>
        {url && /^https?:/i.test(url) ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {id} <Icon name="external" size={12} />
          </a>
        ) : (
          id
        )}
      </div>
      <div role="cell" className={classes.what}>
        {summary && (
          <span className={classes.summary} title={visibleText(summary)}>
            <Name>{summary}</Name>
          </span>
        )}
        {triage && <Decision finding={finding} triage={triage} />}
      </div>
      <div role="cell" data-label={columns.severity}>
        <span data-severity={severity}>{words.severities[severity]}</span>{' '}
        {exploited && (
          <span className={classes.loud} title={words.exploitedHint}>
            {words.exploited}
          </span>
        )}
      </div>
      <div role="cell" data-label={columns.probability} className="tabular">
        {epss === null ? <span className={classes.soft}>{words.notKnown}</span> : words.percent(epss)}
      </div>
      <div role="cell" data-label={columns.fixed} className="tabular">
        {fixed ? <Name>{fixed}</Name> : <span className={classes.soft}>{words.noFix}</span>}
        {hasUpdate && fixed && !finding.fixed_by_update && <span className={classes.soft}>{words.notByUpdate}</span>}
      </div>
      <div role="cell" className={classes.decide}>
        <button
          type="button"
          aria-label={triage ? words.changeOf(id) : words.decideOn(id)}
          onClick={() => onDecide(finding)}
        >
          {triage ? words.change : words.decide}
        </button>
      </div>
    </div>
  );
});

function Decision({ finding, triage }: { finding: Finding; triage: NonNullable<Finding['triage']> }) {
  const { state, until, reason, needs_review: isAgain } = triage;
  const last = until === null ? '' : ` ${isOver(finding) ? words.over(until) : words.until(until)}`;
  return (
    <>
      <span className={classes.decision}>
        <strong>
          {words.states[state]}
          {last}:
        </strong>{' '}
        <Name>{reason}</Name>
      </span>
      {isAgain && <span className={classes.again}>{words.needsReview}</span>}
    </>
  );
}
