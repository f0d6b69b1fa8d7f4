import { Badge, Group, Text } from '../parts/ui';
import { now } from '../api/clock';
import type { FavoriteRow } from '../api/favorites';
import type { FavoriteDeployment, ListedVersionResponse, SoftwareResponse } from '../api/generated';
import type { Windows } from '../api/windows';
import { messages } from '../messages';
import { checkedWords, isCurrent, unknownWords } from '../parts/known-words';
import { Name } from '../parts/name';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { StepBadge } from '../parts/step-badge';
import { SupportMark } from '../parts/support-mark';
import { VersionWay } from '../parts/version-way';
import { behindOf } from './behind';
import classes from './software.module.css';
import { rowsOf } from './version-lists';

const words = messages.software;
/** Places that are named. */
const PLACES = 8;

export const isSnoozed = ({ policy }: FavoriteRow) =>
  policy?.snoozed_until != null && Date.parse(policy.snoozed_until) > now();

interface Props {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  /** Versions above the one in use. */
  newer: Windows<ListedVersionResponse>;
}

/** The answer to what somebody comes for: what runs here, what is on offer, and how far apart they are. */
export const StatusLine = (props: Props) => (
  <div className={classes.status}>
    {props.favorite ? <Tracked {...props} favorite={props.favorite} /> : <Untracked {...props} />}
    {props.favorite && <Deployed favorite={props.favorite} />}
  </div>
);

function Untracked({ software }: Props) {
  const { latest_version: latest, freshness } = software;
  if (!latest) return <Text c="dimmed">{(freshness && unknownWords(freshness)) ?? words.nothingKnown}</Text>;
  return (
    <Group gap="0.3rem 0.9rem">
      <Text span c="dimmed">
        {latest.prerelease ? words.latestEarly : words.latest}
      </Text>
      <Text span fw={600} size="lg" className="tabular">
        <Name>{latest.version}</Name>
      </Text>
      <Text span c="dimmed">
        {latest.released_at ? (
          <>
            {exactDate(latest.released_at)} (<RelativeTime time={latest.released_at} />)
          </>
        ) : (
          messages.known.noDay
        )}
      </Text>
      {latest.prerelease && <NotSure software={software} />}
      <LastCheck software={software} />
      <Badge variant="light" color="gray">
        {words.notTracked}
      </Badge>
    </Group>
  );
}

/** Whether anybody asked for newer versions. Where no version is known, the state of the catalogue is that of nothing. */
const LastCheck = ({ software: { freshness } }: { software: SoftwareResponse }) =>
  freshness &&
  freshness.known !== 'nothing' && (
    <Text span c="dimmed" size="sm">
      {checkedWords(freshness)}
    </Text>
  );

/** That nothing newer is known says little where nobody was asked, and nothing where no stable version is known. */
const NotSure = ({ software: { freshness } }: { software: SoftwareResponse }) => (
  <Badge variant="light" color="gray">
    {(freshness && unknownWords(freshness)) ?? messages.known.nothingNewer}
  </Badge>
);

const UpToDate = ({ software }: { software: SoftwareResponse }) =>
  !software.freshness || (software.freshness.known === 'stable' && isCurrent(software.freshness)) ? (
    <Badge variant="light" color="green">
      {words.upToDate}
    </Badge>
  ) : (
    <NotSure software={software} />
  );

const OutFor = ({ available }: { available: NonNullable<FavoriteRow['available_version']> }) =>
  available.released_at ? (
    <>
      {words.outFor} <RelativeTime time={available.released_at} age /> ({exactDate(available.released_at)})
    </>
  ) : (
    <>
      {messages.known.noDay}, {messages.known.found} <RelativeTime time={available.created_at} />
    </>
  );

function Tracked({ software, favorite, newer }: Props & { favorite: FavoriteRow }) {
  const { available_version: available, version } = favorite;
  const isOutdated = favorite.update_available && available;
  return (
    <Group gap="0.3rem 0.9rem">
      <Text span c="dimmed">
        {words.inUse}
      </Text>
      <Text component="div" size="lg">
        {isOutdated ? <VersionWay from={version.version} to={available.version} /> : <Name>{version.version}</Name>}
      </Text>
      {isOutdated ? (
        <>
          <StepBadge step={available.kind} />
          {newer.total !== undefined && <Behind newer={newer} available={available} />}
          <Text span c="dimmed">
            <OutFor available={available} />
          </Text>
        </>
      ) : (
        newer.total === 0 && <UpToDate software={software} />
      )}
      <LastCheck software={software} />
      <SupportMark support={favorite.support} />
      {isSnoozed(favorite) && (
        <Badge variant="light" color="gray">
          {words.snoozedUntil(exactDate(favorite.policy!.snoozed_until!))}
        </Badge>
      )}
      {!favorite.notifications_enabled && (
        <Badge variant="light" color="gray">
          {words.muted}
        </Badge>
      )}
      {favorite.version_known === false && (
        <Text span c="dimmed" size="sm">
          {words.ownVersion}
        </Text>
      )}
      {!isOutdated && newer.at(0) && (
        <Text span c="dimmed">
          {words.excluded(newer.at(0)!.version)}
        </Text>
      )}
    </Group>
  );
}

/** Where it runs, as uploads say it: with several places, what is in use above is the lowest of their versions. */
function Deployed({ favorite: { deployments = [] } }: { favorite: FavoriteRow }) {
  if (deployments.length === 0) return null;
  const places = placesOf(deployments);
  const others = places.length - PLACES;
  return (
    <Text component="div" size="sm" mt={6} className={classes.deployed}>
      <Text span inherit c="dimmed">
        {words.inUseAt}
      </Text>{' '}
      {places.slice(0, PLACES).map(({ place, inventories, version }, index) => (
        <span key={`${place} ${version}`}>
          {index > 0 && ', '}
          <span title={inventories.join(', ')}>
            <Name>{place}</Name>
          </span>{' '}
          <strong className="tabular">
            <Name>{version}</Name>
          </strong>
        </span>
      ))}
      {others > 0 && <> {words.inUseAtOthers(others)}</>}
    </Text>
  );
}

/** Where the program itself answers, what files say of the same environment does not count. */
function placesOf(deployments: readonly FavoriteDeployment[]) {
  const places = new Map<string, { place: string; version: string; inventories: string[] }>();
  const asked = new Set(deployments.flatMap(({ inventory, environment }) => (inventory === null ? environment : [])));
  for (const { inventory, environment, version } of deployments) {
    if (inventory !== null && asked.has(environment)) continue;
    const source = inventory ?? words.asked;
    const place = environment ?? source;
    const key = JSON.stringify([place, version]);
    const known = places.get(key) ?? { place, version, inventories: [] };
    if (!known.inventories.includes(source)) known.inventories.push(source);
    places.set(key, known);
  }
  return [...places.values()];
}

function Behind({
  newer,
  available,
}: {
  newer: Windows<ListedVersionResponse>;
  available: { id: string; prerelease: boolean };
}) {
  const { releases, prereleases } = behindOf(rowsOf(newer), newer.total ?? 0, available);
  return (
    <Text span c="dimmed">
      {words.behind(releases, prereleases)}
    </Text>
  );
}
