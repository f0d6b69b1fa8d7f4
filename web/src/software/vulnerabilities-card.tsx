import { Anchor, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { type Finding, findingsQuery, type Risk } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { Dialog } from '../parts/dialog';
import { useOnceTrue } from '../parts/later';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Card } from './card';
import { splitFindings } from './finding-split';
import { BEGINNING, FindingList } from './finding-list';
import classes from './vulnerabilities.module.css';

const TriageForm = lazy(() => import('./triage-form'));

const words = vulnerabilities;

/** Whether any database says something of the product; only then there is something to ask for. */
const isKnown = ({ assessed, known, open, disputed }: Risk) => assessed.length > 0 || known + open + disputed > 0;

/** Without what is decided: this is said before the findings are read. */
const isCertain = ({ state }: Risk) => state === 'vulnerable' || state === 'unclear';

/** Pixels of a finding on wide and on narrow screens, and of a fold. */
const ROOM = { wide: 63, narrow: 110, fold: 34 };

/** About how much room the findings will take. */
function roomOf(risk: Risk | undefined): number {
  const row = ROOM[window.innerWidth < 768 ? 'narrow' : 'wide'];
  if (!risk || !isCertain(risk)) return row;
  return Math.min(risk.known, BEGINNING) * row + (Math.sign(risk.open) + Math.sign(risk.disputed)) * ROOM.fold;
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
  const wasAsked = useOnceTrue(chosen !== null);
  useEffect(() => {
    if (!wasAsked || chosen !== null) return undefined;
    const timer = setTimeout(() => document.activeElement === document.body && card.current?.focus());
    return () => clearTimeout(timer);
  }, [wasAsked, chosen]);
  return (
    <div ref={card} tabIndex={-1} id="vulnerabilities" className={classes.card}>
      <Card title={words.title}>
        {risk && (data || !asked || isCertain(risk)) && (
          <Sentences risk={risk} software={software} favorite={favorite} decided={split?.decided.length ?? 0} />
        )}
        {asked && findings.isPending && <SlowSkeleton rows={1} height={roomOf(favorite.risk)} />}
        <QueryNote of={findings} />
        {split && (
          <>
            <FindingList label={words.title} findings={split.affected} {...rows} />
            {(['open', 'disputed'] as const).map((name) => (
              <Fold key={name} {...words[name]} findings={split[name]} {...rows} />
            ))}
            <Fold title={words.decided} findings={split.decided} {...rows} />
          </>
        )}
        {data && data.more > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {words.beyond(data.more)}
          </Text>
        )}
        <Dialog
          opened={chosen !== null}
          onClose={() => setChosen(null)}
          title={chosen && (chosen.triage ? words.changeOf(chosen.id) : words.decideOn(chosen.id))}
        >
          <Suspense fallback={<SlowSkeleton rows={4} />}>
            {chosen && <TriageForm key={chosen.id} favorite={uuid} finding={chosen} onClose={() => setChosen(null)} />}
          </Suspense>
        </Dialog>
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

/** Where no database knows the product, what to do about that is for those who ask. */
const Sentences = (said: Said) => {
  const [first, ...others] = sentencesOf(said);
  const rest = (
    <>
      {others.join(' ')}{' '}
      <Anchor href="/docs/vulnerabilities" target="_blank" rel="noreferrer" size="sm" className={classes.docs}>
        {words.docs} <Icon name="external" size={12} />
      </Anchor>
    </>
  );
  if (first !== words.notAssessed)
    return (
      <p className={classes.sentences}>
        {first} {rest}
      </p>
    );
  return (
    <details className={classes.sentences}>
      <summary>{first}</summary>
      {rest}
    </details>
  );
};

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

type Rows = Omit<Parameters<typeof FindingList>[0], 'label'>;

/** Findings that do not count, why, and no more room than their number takes before somebody opens them. */
const Fold = ({ title, text, findings, ...rows }: Rows & { title(count: number): string; text?: string }) =>
  findings.length > 0 && (
    <details className={classes.fold}>
      <summary>{title(findings.length)}</summary>
      {text && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <FindingList label={title(findings.length)} findings={findings} {...rows} />
    </details>
  );
