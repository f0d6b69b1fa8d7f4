import { lazy, Suspense, useRef } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { FavoriteDeployment, ListedVersionResponse, SoftwareResponse, TimelineResponse } from '../api/generated';
import { rowsOf, type Windows } from '../api/windows';
import { messages } from '../messages';
import { notes } from '../messages/en/notes';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { ExternalLink } from '../parts/external-link';
import { followedIn } from '../parts/text';
import { Fact } from '../parts/fact';
import { checkedWords, fixInSeries, isCurrent, unknownWords } from '../parts/known-words';
import { Name, visibleText } from '../parts/name';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { useShortcuts } from '../parts/shortcuts';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { StepBadge } from '../parts/step-badge';
import { SupportMark } from '../parts/support-mark';
import { Acts, isSnoozed } from './acts';
import { behindOf, newestOfSeries } from './behind';
import classes from './software.module.css';

const TrackForm = lazy(() => import('../parts/track-form'));

const words = messages.software;
const { marks } = messages.risk;
/** Places that are named. */
const PLACES = 8;

interface Props {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  /** Versions above the one in use. */
  newer: Windows<ListedVersionResponse>;
  timeline: TimelineResponse | undefined;
}

/** The answer to what somebody comes for: what runs here, what is on offer, what that fixes and breaks, and what to do about it. */
export const Decision = ({ favorite, ...of }: Props) => (
  <section className={classes.card} aria-label={words.decision}>
    {favorite ? <Tracked {...of} favorite={favorite} /> : <Untracked {...of} />}
  </section>
);

const Strong = ({ version }: { version: string }) => (
  <strong className="tabular">
    <Name>{version}</Name>
  </strong>
);

/** The version on offer, or that the image of a tag changed of which no version is known. */
function Offered({ version }: { version: string }) {
  const tag = followedIn(version);
  return tag === null ? <Strong version={version} /> : <strong title={version}>{messages.known.changed(tag)}</strong>;
}

function Untracked({ software }: Omit<Props, 'favorite'>) {
  const { latest_version: latest, freshness } = software;
  const form = useRef<HTMLDivElement>(null);
  useShortcuts({ t: () => form.current?.querySelector('input')?.focus() });
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={latest?.prerelease ? words.latestEarly : words.latest}>
          {latest ? (
            <>
              <Strong version={latest.version} />
              <span>
                {latest.released_at ? (
                  <>
                    {exactDate(latest.released_at)} (<RelativeTime time={latest.released_at} />)
                  </>
                ) : (
                  messages.known.noDay
                )}
              </span>
              {latest.prerelease && <NotSure software={software} />}
              <LastCheck software={software} />
            </>
          ) : (
            ((freshness && unknownWords(freshness)) ?? words.nothingKnown)
          )}
        </Fact>
      </dl>
      <div ref={form} className={classes.track}>
        <Suspense fallback={<SlowSkeleton rows={1} height={120} />}>
          <TrackForm given={software} />
        </Suspense>
      </div>
    </>
  );
}

/** Whether anybody asked for newer versions. Where no version is known, the state of the catalogue is that of nothing. */
const LastCheck = ({ software: { freshness } }: { software: SoftwareResponse }) =>
  freshness && freshness.known !== 'nothing' && <span>{checkedWords(freshness)}</span>;

/** That nothing newer is known says little where nobody was asked, and nothing where no stable version is known. */
const NotSure = ({ software: { freshness } }: { software: SoftwareResponse }) => (
  <b>{(freshness && unknownWords(freshness)) ?? messages.known.nothingNewer}</b>
);

const UpToDate = ({ software }: { software: SoftwareResponse }) =>
  !software.freshness || (software.freshness.known === 'stable' && isCurrent(software.freshness)) ? (
    <b className={classes.current}>{words.upToDate}</b>
  ) : (
    <NotSure software={software} />
  );

const OutFor = ({ available }: { available: NonNullable<FavoriteRow['available_version']> }) => (
  <span>
    {available.released_at ? (
      <>
        {words.outFor} <RelativeTime time={available.released_at} age />
      </>
    ) : (
      <>
        {messages.known.noDay}, {messages.known.found} <RelativeTime time={available.created_at} />
      </>
    )}
  </span>
);

function Tracked({ software, favorite, newer, timeline }: Props & { favorite: FavoriteRow }) {
  const { version, policy } = favorite;
  const offered = favorite.update_available ? favorite.available_version : null;
  const rows = rowsOf(newer);
  const behind = offered && newer.total !== undefined ? behindOf(rows, newer.total, offered) : null;
  const ofSeries = newestOfSeries(rows, timeline);
  // Beside what is offered of a series: that another one has a newer version.
  const other = offered ? policy?.series && rows.find(({ id }) => id === software.latest_version?.id) : rows[0];
  const link = rows.find(({ id }) => id === offered?.id)?.details?.notes_url ?? favorite.product?.notes_url;
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={words.inUse}>
          <Strong version={version.version} />
          {followedIn(version.version) && <span>{messages.known.nameless}</span>}
          <SupportMark support={favorite.support} />
          {favorite.version_known === false && !followedIn(version.version) && <span>{words.ownVersion}</span>}
          {!favorite.notifications_enabled && <b>{words.muted}</b>}
        </Fact>
        <Deployed favorite={favorite} />
        <Fact name={words.onOffer}>
          {offered ? (
            <>
              <Offered version={offered.version} />
              <StepBadge step={offered.kind} />
              {behind && <span>{words.behind(behind.releases, behind.prereleases)}</span>}
              <OutFor available={offered} />
            </>
          ) : (
            newer.total === 0 && <UpToDate software={software} />
          )}
          {other && other.id !== offered?.id && <span>{words.excluded(other.version)}</span>}
          {isSnoozed(favorite) && <b>{words.snoozedUntil(exactDate(policy!.snoozed_until!))}</b>}
          <LastCheck software={software} />
          {link && <ExternalLink href={link}>{notes.title}</ExternalLink>}
        </Fact>
        {ofSeries && ofSeries.row.id !== offered?.id && (
          <Fact name={words.newestOf(visibleText(ofSeries.series))}>
            <Strong version={ofSeries.row.version} />
          </Fact>
        )}
        {offered && <Consequences favorite={favorite} />}
        {favorite.notes && (
          <Fact name={words.ownNotes.title}>
            <p className={classes.ownNotes}>{favorite.notes}</p>
          </Fact>
        )}
      </dl>
      <Acts favorite={favorite} />
    </>
  );
}

/** What the version on offer fixes and breaks, with the way to each of it. */
function Consequences({ favorite }: { favorite: FavoriteRow }) {
  const { risk, highlights = { breaking: 0, security: [] } } = favorite;
  const { breaking, security } = highlights;
  const smaller = fixInSeries(favorite);
  const hasKnown = risk !== undefined && risk.known > 0;
  return (
    <>
      {(hasKnown || security.length > 0) && (
        <Fact name={words.fixes}>
          {hasKnown && <a href="#vulnerabilities">{vulnerabilities.fixes(risk)}</a>}
          {smaller && <span>{smaller}</span>}
          {security.length > 0 && <a href="#changes">{marks.ids(security).join(' ')}</a>}
        </Fact>
      )}
      {breaking > 0 && (
        <Fact name={words.breaks}>
          <a href="#changes">{notes.breaking(breaking)}</a>
        </Fact>
      )}
    </>
  );
}

/** Where it runs, as uploads say it: with several places, what is in use above is the lowest of their versions. */
function Deployed({ favorite: { deployments = [] } }: { favorite: FavoriteRow }) {
  if (deployments.length === 0) return null;
  const places = placesOf(deployments);
  const others = places.length - PLACES;
  return (
    <Fact name={words.inUseAt}>
      <span>
        {places.slice(0, PLACES).map(({ place, inventories, version, tag }, index) => (
          <span key={`${place} ${version}`}>
            {index > 0 && ', '}
            <span title={inventories.join(', ')}>
              <Name>{place}</Name>
            </span>{' '}
            <Strong version={version} />
            {tag && ` (${visibleText(tag)})`}
          </span>
        ))}
        {others > 0 && <> {words.inUseAtOthers(others)}</>}
      </span>
    </Fact>
  );
}

/** Where the program itself answers, what files say of the same environment does not count. */
function placesOf(deployments: readonly FavoriteDeployment[]) {
  const places = new Map<string, { place: string; version: string; tag: string | null; inventories: string[] }>();
  const asked = new Set(deployments.flatMap(({ inventory, environment }) => (inventory === null ? environment : [])));
  for (const { inventory, environment, version, tag } of deployments) {
    if (inventory !== null && asked.has(environment)) continue;
    const source = inventory ?? words.asked;
    const place = environment ?? source;
    const key = JSON.stringify([place, version]);
    const known = places.get(key) ?? { place, version, tag, inventories: [] };
    if (!known.inventories.includes(source)) known.inventories.push(source);
    places.set(key, known);
  }
  return [...places.values()];
}
