import { Badge, Group, VisuallyHidden } from '../parts/ui';
import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { ListedVersionResponse, SoftwareResponse } from '../api/generated';
import type { Windows } from '../api/windows';
import { messages } from '../messages';
import { ExternalLink } from '../parts/external-link';
import { Grid } from '../parts/grid';
import { Name, visibleText } from '../parts/name';
import { exactDate } from '../parts/relative-time';
import { useShortcuts } from '../parts/shortcuts';
import { StepBadge } from '../parts/step-badge';
import classes from './software.module.css';
import { VersionMenu } from './version-menu';

const words = messages.software.versions;

interface Props {
  label: string;
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  versions: Windows<ListedVersionResponse>;
  total: number;
}

/** Versions as rows: what they are, when they came out, where to read about them. */
export function VersionGrid({ label, software, favorite, versions, total }: Props) {
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
        columns={favorite ? 'minmax(0, 1fr) 5rem 6.5rem 4.5rem 2rem' : 'minmax(0, 1fr) 6.5rem 4.5rem'}
        head={
          <>
            <div role="columnheader">{words.columns.version}</div>
            {favorite && <div role="columnheader">{words.columns.step}</div>}
            <div role="columnheader">{words.columns.released}</div>
            <div role="columnheader">{words.columns.notes}</div>
            {favorite && (
              <div role="columnheader">
                <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
              </div>
            )}
          </>
        }
        cells={(row) => <Cells row={row} software={software} favorite={favorite} />}
      />
    </div>
  );
}

function Cells({
  row,
  software,
  favorite,
}: {
  row: ListedVersionResponse;
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
}) {
  const { version, details, created_at: released } = row;
  const isOffered = favorite?.available_version?.id === row.id;
  const isSkipped = favorite?.policy?.skip.includes(version) ?? false;
  return (
    <>
      <div role="gridcell" className={classes.version}>
        <Group gap="0.2rem 0.5rem">
          <span className="tabular" data-strong={isOffered || undefined}>
            {details?.withdrawn_at ? (
              <s>
                <Name>{version}</Name>
              </s>
            ) : (
              <Name>{version}</Name>
            )}
          </span>
          {isOffered && <Mark color="blue">{words.onOffer}</Mark>}
          {software.latest_version?.id === row.id && !details?.prerelease && <Mark>{words.isLatest}</Mark>}
          {favorite?.version.version === version && <Mark>{words.isInUse}</Mark>}
          {isSkipped && <Mark>{words.isSkipped}</Mark>}
          {details?.prerelease && <Mark>{words.prerelease}</Mark>}
          {details?.left_out && (
            <span title={details.left_out}>
              <Mark>{words.leftOut}</Mark>
            </span>
          )}
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
export const NotesLink = ({ row }: { row: ListedVersionResponse | undefined }) =>
  row?.details?.notes_url && (
    <ExternalLink href={row.details.notes_url}>
      <span aria-label={words.notesOf(visibleText(row.version))}>{messages.software.notes}</span>
    </ExternalLink>
  );

const Mark = ({ children, color = 'gray' }: { children: string; color?: string }) => (
  <Badge variant="light" color={color}>
    {children}
  </Badge>
);
