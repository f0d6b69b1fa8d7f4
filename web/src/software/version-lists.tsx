import { Button, Group, Text } from '../parts/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FavoriteRow } from '../api/favorites';
import type { ListedVersionResponse, SoftwareResponse, TimelineResponse } from '../api/generated';
import { readVersions, type VersionFilter } from '../api/software';
import { useWindows, PAGE, type Windows } from '../api/windows';
import { messages } from '../messages';
import { unknownWords } from '../parts/known-words';
import { visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Timeline } from '../plot/timeline';
import type { Range } from '../plot/timeline-model';
import { Card } from './card';
import classes from './software.module.css';
import { NotesLink, VersionGrid } from './version-grid';

const words = messages.software.versions;
/** So many rows are shown before somebody asks for all. */
const BEGINNING = 3;
/** Releases from which on a plot says more than a list. */
const PLOTTED = 4;

const useVersions = (software: string, filter: VersionFilter) =>
  useWindows<ListedVersionResponse>(['software', software, 'versions', filter], (page, signal) =>
    readVersions(software, filter, { page, per_page: PAGE }, signal),
  );

/** The versions above the one in use, newest first; all of them where none is in use. The service compares. */
export const useNewer = (software: string, favorite: FavoriteRow | null) =>
  useVersions(software, favorite ? { 'version[gt]': favorite.version.version } : {});

/** The rows of the first window, as far as they are read. */
export function rowsOf({ at, total = 0 }: Windows<ListedVersionResponse>): ListedVersionResponse[] {
  const rows = Array.from({ length: Math.min(total, PAGE) }, (_, index) => at(index));
  return rows.filter((row) => row !== undefined);
}

interface View {
  show?: 'all';
  older?: 'yes';
  from?: Range;
  view?: 'table';
}

interface Props {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  newer: Windows<ListedVersionResponse>;
  timeline: UseQueryResult<TimelineResponse>;
  search: View;
  onSearch(change: View): void;
}

/** What lies between the version in use and the newest one, over time and one by one, and on demand what is older. */
export function VersionLists({ software, favorite, newer, timeline, search, onSearch }: Props) {
  const { total } = newer;
  const { data: plot } = timeline;
  const title = headingOf(software, favorite, newer);
  const isShort = search.show !== 'all' && (total ?? 0) > BEGINNING;
  return (
    <>
      <Card title={title}>
        {!plot && timeline.error && <ProblemNote error={timeline.error} onRetry={() => void timeline.refetch()} />}
        {plot && plot.id.length >= PLOTTED && (
          <Timeline
            name={software.name}
            timeline={plot}
            range={search.from}
            onRange={(from) => onSearch({ from })}
            isTable={search.view === 'table'}
            onTable={(isTable) => onSearch({ view: isTable ? 'table' : undefined })}
            inUse={favorite?.version ?? null}
            series={favorite?.policy?.series ?? null}
            supportEndsOn={favorite?.support?.eol_on ?? null}
            minimumAgeDays={favorite?.policy?.minimum_age_days ?? null}
            linkOf={(mark) => <NotesLink row={rowsOf(newer).find(({ id }) => id === mark.id)} />}
            onOpen={() => document.querySelector<HTMLElement>('[data-reading] a')?.click()}
          />
        )}
        {newer.error !== null && total === undefined && (
          <ProblemNote error={newer.error} onRetry={() => newer.refetch()} />
        )}
        {newer.isLoading && <SlowSkeleton rows={5} height={44} />}
        {total === 0 && favorite === null && (
          <Text c="dimmed">{unknownOf(software) ?? messages.software.nothingKnown}</Text>
        )}
        {total !== undefined && total > 0 && (
          <VersionGrid
            label={title}
            software={software}
            favorite={favorite}
            versions={newer}
            total={isShort ? BEGINNING : total}
          />
        )}
        {(isShort || favorite) && (
          <Group gap="xs" mt="xs" className={classes.more}>
            {isShort && (
              <Button variant="subtle" size="compact-sm" onClick={() => onSearch({ show: 'all' })}>
                {words.showAll(total ?? 0)}
              </Button>
            )}
            {favorite && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={search.older === 'yes'}
                onClick={() => onSearch({ older: search.older ? undefined : 'yes' })}
              >
                {search.older ? words.hideOlder : words.showOlder}
              </Button>
            )}
          </Group>
        )}
      </Card>
      {favorite && search.older && <OlderVersions software={software} favorite={favorite} />}
    </>
  );
}

const unknownOf = ({ freshness }: SoftwareResponse) => freshness && unknownWords(freshness);

function headingOf(
  software: SoftwareResponse,
  favorite: FavoriteRow | null,
  { total, at }: Windows<ListedVersionResponse>,
): string {
  if (total === undefined) return words.title;
  if (favorite === null) return words.all(total);
  const unknown = favorite.update_available ? null : unknownOf(software);
  if (unknown) return unknown;
  const inUse = visibleText(favorite.version.version);
  const newest = at(0);
  return newest ? words.between(inUse, visibleText(newest.version), total) : words.none(inUse);
}

function OlderVersions({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow }) {
  const older = useVersions(software.id, { 'version[lte]': favorite.version.version });
  const title = words.older(visibleText(favorite.version.version));
  return (
    <Card title={title}>
      {older.error !== null && older.total === undefined && (
        <ProblemNote error={older.error} onRetry={() => older.refetch()} />
      )}
      {older.isLoading && <SlowSkeleton rows={5} height={44} />}
      {older.total !== undefined && (
        <VersionGrid label={title} software={software} favorite={favorite} versions={older} total={older.total} />
      )}
    </Card>
  );
}
