import { Badge, Group, Paper, Text } from '@mantine/core';
import { now } from '../api/clock';
import type { FavoriteRow } from '../api/favorites';
import type { ListedVersionResponse, SoftwareResponse } from '../api/generated';
import type { Windows } from '../api/windows';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { exactDate, RelativeTime } from '../parts/relative-time';
import { StepBadge } from '../parts/step-badge';
import { SupportMark } from '../parts/support-mark';
import { VersionWay } from '../parts/version-way';
import { behindOf } from './behind';
import classes from './software.module.css';
import { rowsOf } from './version-lists';

const words = messages.software;

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
  <Paper withBorder className={classes.status}>
    {props.favorite ? <Tracked {...props} favorite={props.favorite} /> : <Untracked {...props} />}
  </Paper>
);

function Untracked({ software: { latest_version: latest } }: Props) {
  if (!latest) return <Text c="dimmed">{words.nothingKnown}</Text>;
  return (
    <Group gap="0.3rem 0.9rem">
      <Text span c="dimmed">
        {words.latest}
      </Text>
      <Text span fw={600} size="lg" className="tabular">
        <Name>{latest.version}</Name>
      </Text>
      <Text span c="dimmed">
        <RelativeTime time={latest.created_at} />
      </Text>
      <Badge variant="light" tt="none" color="gray">
        {words.notTracked}
      </Badge>
    </Group>
  );
}

function Tracked({ favorite, newer }: Props & { favorite: FavoriteRow }) {
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
            {words.outFor} <RelativeTime time={available.created_at} age />
          </Text>
        </>
      ) : (
        newer.total === 0 && (
          <Badge variant="light" tt="none" color="green">
            {words.upToDate}
          </Badge>
        )
      )}
      <SupportMark support={favorite.support} />
      {isSnoozed(favorite) && (
        <Badge variant="light" tt="none" color="gray">
          {words.snoozedUntil(exactDate(favorite.policy!.snoozed_until!))}
        </Badge>
      )}
      {!favorite.notifications_enabled && (
        <Badge variant="light" tt="none" color="gray">
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
