import { Anchor, Button, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { type Finding, findingsQuery, type Risk } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Card } from './card';
import { splitFindings } from './finding-split';
import { BEGINNING, FindingTable } from './finding-table';
import { TriageDialog } from './triage-dialog';
import classes from './vulnerabilities.module.css';

const words = vulnerabilities;

/** Whether any database says something of the product; only then there is something to ask for. */
export const isKnown = ({ assessed, known, open, disputed }: Risk) =>
  assessed.length > 0 || known + open + disputed > 0;

/** Without what is decided: this is said before the findings are read. */
const isCertain = ({ state }: Risk) => state === 'vulnerable' || state === 'unclear';

/** Pixels of a finding, of the head of a table, and of what is said about those that do not count; of cards on narrow screens. */
const ROOM = { wide: { row: 68, head: 45, group: 91 }, narrow: { row: 140, head: 10, group: 131 } };

/** About how much room the findings will take. */
function roomOf(risk: Risk | undefined): number {
  const { row, head, group } = ROOM[window.innerWidth < 768 ? 'narrow' : 'wide'];
  if (!risk || !isCertain(risk)) return row;
  const lists = [risk.known, risk.open, risk.disputed].filter((count) => count > 0);
  const rows = lists.reduce((sum, count) => sum + Math.min(count, BEGINNING), 0);
  return rows * row + lists.length * head + (lists.length - (risk.known > 0 ? 1 : 0)) * group;
}

/** The known vulnerabilities of the version in use: in a sentence, then one by one, with what their owner decides about them. */
export function VulnerabilitiesCard({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow }) {
  const { uuid, version, available_version: offered } = favorite;
  const asked = favorite.risk === undefined || isKnown(favorite.risk);
  const findings = useQuery({ ...findingsQuery(uuid, version.version, offered?.version), enabled: asked });
  const [chosen, setChosen] = useState<Finding | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const { data } = findings;
  const risk = data?.risk ?? favorite.risk;
  const split = data && splitFindings(data.advisories);
  const rows = { hasUpdate: offered != null, onDecide: setChosen };
  // A row that was decided about is gone from where it was, and takes the focus with it.
  const keepFocus = () => document.activeElement === document.body && card.current?.focus();
  return (
    <div ref={card} tabIndex={-1} className={classes.card}>
      <Card title={words.title}>
        {risk && (data || !asked || isCertain(risk)) && (
          <Sentences risk={risk} software={software} favorite={favorite} decided={split?.decided.length ?? 0} />
        )}
        {asked && findings.isPending && <SlowSkeleton rows={1} height={roomOf(favorite.risk)} />}
        <QueryNote of={findings} />
        {split && (
          <>
            <FindingTable label={words.title} findings={split.affected} {...rows} />
            <Group name="open" findings={split.open} {...rows} />
            <Group name="disputed" findings={split.disputed} {...rows} />
            <Decided findings={split.decided} {...rows} />
          </>
        )}
        {data && data.more > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {words.beyond(data.more)}
          </Text>
        )}
        <TriageDialog favorite={uuid} finding={chosen} onClose={() => setChosen(null)} onClosed={keepFocus} />
      </Card>
    </div>
  );
}

interface Said {
  risk: Risk;
  software: SoftwareResponse;
  favorite: FavoriteRow;
  decided: number;
}

const Sentences = (said: Said) => (
  <div className={classes.sentences}>
    {sentencesOf(said).map((text, index) => (
      <p key={text} className={index === 0 ? classes.first : undefined}>
        {text}
      </p>
    ))}
    <Anchor href="/docs/vulnerabilities" target="_blank" rel="noreferrer" size="sm" className={classes.docs}>
      {words.docs} <Icon name="external" size={12} />
    </Anchor>
  </div>
);

/** What is known, without a claim that there is nothing else. */
function sentencesOf({ risk, software, favorite, decided }: Said): string[] {
  const version = visibleText(favorite.version.version);
  const { known, assessed, critical, exploited, fixed_by_update: fixed } = risk;
  if (risk.state === 'not-assessed' && assessed.length === 0)
    return [words.notAssessed, software.identifiers?.length ? words.notLoaded : words.noIdentifier];
  if (risk.state === 'not-assessed')
    return [words.ended(version), words.move, ...(decided ? [words.allDecided(version, decided)] : [])];
  if (risk.state === 'none-known')
    return [decided ? words.allDecided(version, decided) : words.noneKnown(assessed.map(visibleText), risk.as_of)];
  const update = favorite.available_version;
  const way = update ? words.fixedBy(visibleText(update.version), fixed, known) : words.noUpdate;
  const first =
    risk.state === 'unclear'
      ? words.unclear(version, risk.open, risk.disputed)
      : `${words.has(version, known, critical, exploited)} ${way}`;
  return favorite.support?.state === 'ended' ? [first, words.endedToo] : [first];
}

type Rows = Omit<Parameters<typeof FindingTable>[0], 'label'>;

/** Findings that do not count, and why. */
const Group = ({ name, findings, ...rows }: Rows & { name: 'open' | 'disputed' }) =>
  findings.length > 0 && (
    <div className={classes.group}>
      <h3>{words[name].title(findings.length)}</h3>
      <Text size="sm" c="dimmed">
        {words[name].text}
      </Text>
      <FindingTable label={words[name].title(findings.length)} findings={findings} {...rows} />
    </div>
  );

function Decided({ findings, ...rows }: Rows) {
  const [isOpen, setOpen] = useState(false);
  if (findings.length === 0) return null;
  const title = words.decided(findings.length);
  return (
    <div className={classes.group}>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
      </Button>
      {isOpen && <FindingTable label={title} findings={findings} {...rows} />}
    </div>
  );
}
