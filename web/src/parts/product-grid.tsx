import { Button, Group, Text } from './ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { LatestVersionResponse, SoftwareResponse } from '../api/generated';
import { messages } from '../messages';
import { Grid } from './grid';
import { Icon } from './icon';
import { checkedWords, releaseWords, unknownWords } from './known-words';
import { matchesIn } from './matches';
import { Name, visibleText } from './name';
import classes from './product-grid.module.css';
import { useShortcuts } from './shortcuts';
import { Tile } from './tile';
import { TrackDialog } from './track-dialog';

const words = messages.software.search;

/** Products of the catalogue: arrow keys move, Enter opens, `t` tracks. */
export function ProductGrid({
  label,
  rows,
  search = '',
  onLeave,
}: {
  label: string;
  rows: readonly SoftwareResponse[];
  /** What is marked in the names. */
  search?: string;
  /** Up from the first row. */
  onLeave?(): void;
}) {
  const navigate = useNavigate();
  const [tracking, setTracking] = useState<SoftwareResponse | null>(null);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, rows.length - 1);
  const move = (by: number) => setActive(Math.max(0, Math.min(rows.length - 1, active + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && active === 0) onLeave?.();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    t: () => rows[active]?.is_favorite === false && setTracking(rows[active]),
  });
  return (
    <div onKeyDown={onKeyDown} className={classes.results}>
      <Grid
        label={label}
        total={rows.length}
        at={(index) => rows[index]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        active={active}
        onActive={setActive}
        onOpen={({ id }) => void navigate({ to: '/software/$id', params: { id } })}
        columns="minmax(0, 1fr) 13rem 9.5rem"
        head={Object.values(words.columns).map((name) => (
          <div key={name} role="columnheader">
            {name}
          </div>
        ))}
        cells={(row) => <Cells row={row} search={search} onTrack={setTracking} />}
      />
      <TrackDialog opened={tracking !== null} onClose={() => setTracking(null)} software={tracking ?? undefined} />
    </div>
  );
}

/** The day of its release, and whether anybody asked since. */
function LatestState({ latest }: { latest: LatestVersionResponse }) {
  const checked = { ...latest, state: latest.freshness };
  return (
    <span className={classes.known} title={checkedWords(checked)}>
      <span>{releaseWords(latest.released_at)}</span>
      <span>{checkedWords(checked, 'short')}</span>
    </span>
  );
}

function Cells({
  row,
  search,
  onTrack,
}: {
  row: SoftwareResponse;
  search: string;
  onTrack(row: SoftwareResponse): void;
}) {
  const isAway = useAwaySince() !== null;
  const { id, name, publisher, short_description: text, latest_version: latest, favorite, freshness } = row;
  const unknown = freshness && unknownWords(freshness);
  return (
    <>
      <div role="gridcell" className={classes.product}>
        <Group gap="sm" wrap="nowrap">
          <Tile name={name} icon={row.icon} />
          <div style={{ minWidth: 0 }}>
            <Link
              to="/software/$id"
              params={{ id }}
              className={`${classes.name} ${classes.link}`}
              style={{ fontWeight: 550 }}
              tabIndex={-1}
            >
              <MarkedName text={name} search={search} />
            </Link>
            <Text size="sm" c="dimmed" className={classes.name}>
              {publisher ? (
                <Link to="/publisher/$id" params={{ id: publisher.id }} className={classes.link} tabIndex={-1}>
                  <MarkedName text={publisher.name} search={search} />
                </Link>
              ) : (
                text && <Name>{text}</Name>
              )}
            </Text>
          </div>
        </Group>
      </div>
      <div role="gridcell" className={`${classes.latest} ${classes.name} tabular`}>
        {unknown && <span className={classes.known}>{unknown}</span>}
        {latest && (
          <>
            <Name>{latest.version}</Name>
            <LatestState latest={latest} />
          </>
        )}
      </div>
      <div role="gridcell" className={classes.tracked}>
        {row.is_favorite ? (
          <Group
            gap={6}
            wrap="nowrap"
            className={`${classes.star} tabular`}
            title={favorite ? words.tracked(visibleText(favorite.version)) : undefined}
          >
            <Icon name="favorites" size={16} />
            <span className={classes.name}>
              {favorite ? <Name>{favorite.version}</Name> : messages.software.track.isTracked}
            </span>
          </Group>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isAway}
            onClick={() => onTrack(row)}
            aria-label={messages.software.track.titleOf(visibleText(name))}
          >
            {messages.software.track.submit}
          </Button>
        )}
      </div>
    </>
  );
}

/** A name with the parts that were searched for marked. */
const MarkedName = ({ text, search }: { text: string; search: string }) => (
  <bdi title={visibleText(text)}>
    {matchesIn(text, search).map(([piece, isMatch], index) =>
      isMatch ? (
        <mark key={index} className={classes.mark}>
          {visibleText(piece)}
        </mark>
      ) : (
        <span key={index}>{visibleText(piece)}</span>
      ),
    )}
  </bdi>
);
