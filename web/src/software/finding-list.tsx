import { Button } from '../parts/ui';
import { memo, useState } from 'react';
import type { Finding } from '../api/risk';
import { vulnerabilities as words } from '../messages/en/vulnerabilities';
import { ExternalLink } from '../parts/external-link';
import { Name, visibleText } from '../parts/name';
import { isOver } from './finding-split';
import classes from './vulnerabilities.module.css';

/** So many are shown before somebody asks for all. */
export const BEGINNING = 3;

interface Rows {
  label: string;
  findings: readonly Finding[];
  /** A version is on offer. */
  hasUpdate: boolean;
  onDecide: (finding: Finding) => void;
}

/** What is known of each vulnerability, the same on wide and on narrow screens. */
export function FindingList({ label, findings, ...row }: Rows) {
  const [isWhole, setWhole] = useState(false);
  if (findings.length === 0) return null;
  const shown = isWhole ? findings : findings.slice(0, BEGINNING);
  return (
    <>
      <ul aria-label={label} className={classes.list}>
        {shown.map((finding) => (
          <Row key={finding.id} finding={finding} {...row} />
        ))}
      </ul>
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
}: Omit<Rows, 'label' | 'findings'> & { finding: Finding }) {
  const { id, url, summary, severity, exploited, epss, fixed, triage } = finding;
  return (
    <li data-finding={id}>
      <strong>{url ? <ExternalLink href={url}>{id}</ExternalLink> : id}</strong>
      <span data-severity={severity}>{words.severities[severity]}</span>
      {exploited && (
        <span className={classes.loud} title={words.exploitedHint}>
          {words.exploited}
        </span>
      )}
      {epss !== null && <span title={words.probabilityHint}>{words.probability(epss)}</span>}
      <span className="tabular">
        {fixed ? words.fixedIn(visibleText(fixed)) : words.noFix}
        {hasUpdate && fixed && !finding.fixed_by_update && `, ${words.notByUpdate}`}
      </span>
      {/* The browser's own: there may be a thousand. */}
      <button
        type="button"
        aria-label={triage ? words.changeOf(id) : words.decideOn(id)}
        onClick={() => onDecide(finding)}
      >
        {triage ? words.change : words.decide}
      </button>
      {summary && (
        <p className={classes.summary} title={visibleText(summary)}>
          <Name>{summary}</Name>
        </p>
      )}
      {triage && <Decision finding={finding} triage={triage} />}
    </li>
  );
});

function Decision({ finding, triage }: { finding: Finding; triage: NonNullable<Finding['triage']> }) {
  const { state, until, reason, needs_review: isAgain } = triage;
  const last = until === null ? '' : ` ${isOver(finding) ? words.over(until) : words.until(until)}`;
  return (
    <p>
      <strong>
        {words.states[state]}
        {last}:
      </strong>{' '}
      <Name>{reason}</Name>
      {isAgain && <b>{words.needsReview}</b>}
    </p>
  );
}
