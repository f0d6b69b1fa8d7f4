import { Badge, Button, Group, Text, VisuallyHidden } from '../parts/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { ListedVersionResponse, SoftwareResponse, TimelineResponse } from '../api/generated';
import { readVersions } from '../api/software';
import { PAGE, rowsOf, useWindows, type Windows } from '../api/windows';
import { messages } from '../messages';
import { ExternalLink } from '../parts/external-link';
import { Grid } from '../parts/grid';
import { unknownWords } from '../parts/known-words';
import { Name, visibleText } from '../parts/name';
import { ProblemNote } from '../parts/problem-note';
import { exactDate } from '../parts/relative-time';
import { useShortcuts } from '../parts/shortcuts';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { StepBadge } from '../parts/step-badge';
import { Timeline } from '../plot/timeline';
import type { Range } from '../plot/timeline-model';
import { Card } from './card';
import classes from './software.module.css';
import { VersionMenu } from './version-menu';

const words = messages.software.versions;
/** So many rows are shown before somebody asks for all. */
const BEGINNING = 3;
/** Releases from which on a plot says more than a list. */
const PLOTTED = 4;

/** The versions above the one in use, newest first, or the others; all of them where none is in use. The service compares. */
export function useVersions(software: string, favorite: FavoriteRow | null, isOlder = false) {
  const filter = favorite ? { [isOlder ? 'version[lte]' : 'version[gt]']: favorite.version.version } : {};
  return useWindows<ListedVersionResponse>(['software', software, 'versions', filter], (page, signal) =>
    readVersions(software, filter, { page, per_page: PAGE }, signal),
  );
}

interface View {
  show?: 'all';
  older?: 'yes';
  from?: Range;
}

interface Props {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
}

/** What lies between the version in use and the newest one, over time and one by one, and on demand what is older instead. */
export function Versions({
  software,
  favorite,
  timeline,
  search,
  onSearch,
}: Props & { timeline: UseQueryResult<TimelineResponse>; search: View; onSearch(change: View): void }) {
  const isOlder = favorite !== null && search.older === 'yes';
  const versions = useVersions(software.id, favorite, isOlder);
  const { total, error } = versions;
  const { data: plot } = timeline;
  const title = isOlder ? words.older(visibleText(favorite.version.version)) : headingOf(software, favorite, versions);
  const isShort = !isOlder && search.show !== 'all' && (total ?? 0) > BEGINNING;
  return (
    <Card title={title}>
      {!plot && timeline.error && <ProblemNote error={timeline.error} onRetry={() => void timeline.refetch()} />}
      {plot && plot.id.length >= PLOTTED && (
        <Timeline
          timeline={plot}
          range={search.from}
          onRange={(from) => onSearch({ from })}
          inUse={favorite?.version ?? null}
          linkOf={(mark) => <NotesLink row={rowsOf(versions).find(({ id }) => id === mark.id)} />}
        />
      )}
      {error !== null && total === undefined && <ProblemNote error={error} onRetry={() => versions.refetch()} />}
      {versions.isLoading && <SlowSkeleton rows={5} height={44} />}
      {total === 0 && favorite === null && (
        <Text c="dimmed">{unknownOf(software) ?? messages.software.nothingKnown}</Text>
      )}
      {total !== undefined && total > 0 && (
        <VersionGrid
          key={String(isOlder)}
          label={title}
          software={software}
          favorite={favorite}
          versions={versions}
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
              onClick={() => onSearch({ older: search.older ? undefined : 'yes' })}
            >
              {search.older ? words.showNewer : words.showOlder}
            </Button>
          )}
        </Group>
      )}
    </Card>
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

/** Versions as rows: what they are, when they came out, where to read about them. */
function VersionGrid({
  label,
  versions,
  total,
  ...of
}: Props & { label: string; versions: Windows<ListedVersionResponse>; total: number }) {
  const [active, setActive] = useState(0);
  const open = ({ details }: ListedVersionResponse) => {
    if (details?.notes_url && /^https?:\/\//i.test(details.notes_url))
      window.open(details.notes_url, '_blank', 'noreferrer,noopener');
  };
  const move = (by: number) => setActive((row) => Math.max(0, Math.min(total - 1, row + by)));
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    o: () => {
      const row = versions.at(active);
      if (row) open(row);
    },
  });
  return (
    <div className={classes.versions}>
      <Grid
        label={label}
        total={total}
        at={(index) => versions.at(index)}
        show={versions.show}
        idOf={({ id }) => id}
        nameOf={({ version }) => version}
        active={Math.min(active, total - 1)}
        onActive={setActive}
        onOpen={open}
        columns={of.favorite ? 'minmax(0, 1fr) 5rem 6.5rem 4.5rem 2rem' : 'minmax(0, 1fr) 6.5rem 4.5rem'}
        head={
          <>
            <div role="columnheader">{words.columns.version}</div>
            {of.favorite && <div role="columnheader">{words.columns.step}</div>}
            <div role="columnheader">{words.columns.released}</div>
            <div role="columnheader">{words.columns.notes}</div>
            {of.favorite && (
              <div role="columnheader">
                <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
              </div>
            )}
          </>
        }
        cells={(row) => <Cells {...of} row={row} />}
      />
    </div>
  );
}

function Cells({ row, software, favorite }: Props & { row: ListedVersionResponse }) {
  const { version, details, created_at: released } = row;
  const isOffered = favorite?.available_version?.id === row.id;
  const isSkipped = favorite?.policy?.skip.includes(version) ?? false;
  const Label = details?.withdrawn_at ? 's' : isOffered ? 'strong' : 'span';
  return (
    <>
      <div role="gridcell" className={classes.version}>
        <Group gap="0.2rem 0.5rem">
          <Label className="tabular one-line">
            <Name>{version}</Name>
          </Label>
          {isOffered && <Mark color="accent">{words.onOffer}</Mark>}
          {software.latest_version?.id === row.id && !details?.prerelease && <Mark>{words.isLatest}</Mark>}
          {favorite?.version.version === version && <Mark>{words.isInUse}</Mark>}
          {isSkipped && <Mark>{words.isSkipped}</Mark>}
          {details?.prerelease && <Mark>{words.prerelease}</Mark>}
          {details?.left_out && <Mark title={details.left_out}>{words.leftOut}</Mark>}
          {details?.withdrawn_at && <Mark color="orange">{words.withdrawn(exactDate(details.withdrawn_at))}</Mark>}
        </Group>
      </div>
      {favorite && (
        <div role="gridcell" className={classes.step}>
          {details?.kind && <StepBadge step={details.kind} />}
        </div>
      )}
      <div role="gridcell" className={`${classes.released} tabular`}>
        {exactDate(released)}
      </div>
      <div role="gridcell" className={classes.versionNotes}>
        <NotesLink row={row} />
      </div>
      {favorite && (
        <div role="gridcell" className={classes.rowMenu}>
          <VersionMenu row={row} favorite={favorite} isSkipped={isSkipped} />
        </div>
      )}
    </>
  );
}

/** Where a version can be read about, if that is known. */
const NotesLink = ({ row }: { row: ListedVersionResponse | undefined }) =>
  row?.details?.notes_url && (
    <ExternalLink href={row.details.notes_url}>
      <span aria-label={words.notesOf(visibleText(row.version))}>{messages.software.notes}</span>
    </ExternalLink>
  );

const Mark = ({ color = 'gray', ...rest }: { children: string; color?: string; title?: string }) => (
  <Badge variant="light" color={color} {...rest} />
);
