import type { LatestVersionResponse, SoftwareResponse } from '../api/generated';
import { Button, Group, Text } from '../parts/ui';
import { useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import { messages } from '../messages';
import { Grid } from '../parts/grid';
import { Icon } from '../parts/icon';
import { checkedWords, releaseWords, unknownWords } from '../parts/known-words';
import { Name, visibleText } from '../parts/name';
import { useShortcuts } from '../parts/shortcuts';
import { Tile } from '../parts/tile';
import { Sparkline } from '../plot/sparkline';
import { MarkedName } from './marked-name';
import classes from './search.module.css';

const words = messages.software.search;

interface Props {
  rows: readonly SoftwareResponse[];
  search: string;
  onTrack(row: SoftwareResponse): void;
  /** Up from the first row: back to the field. */
  onLeave(): void;
}

/** What was found: arrow keys move, Enter opens, `t` tracks. */
export function SearchResults({ rows, search, onTrack, onLeave }: Props) {
  const navigate = useNavigate();
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, rows.length - 1);
  const move = (by: number) => setActive(Math.max(0, Math.min(rows.length - 1, active + by)));
  const track = () => {
    const row = rows[active];
    if (row && !row.is_favorite) onTrack(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && active === 0) onLeave();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), t: track });
  return (
    <div onKeyDown={onKeyDown} className={classes.results}>
      <Grid
        label={words.results(search)}
        total={rows.length}
        at={(index) => rows[index]}
        show={() => undefined}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        active={active}
        onActive={setActive}
        onOpen={({ id }) => void navigate({ to: '/software/$id', params: { id } })}
        columns="minmax(0, 1fr) 13rem 5.5rem 9.5rem"
        head={
          <>
            <div role="columnheader">{words.columns.product}</div>
            <div role="columnheader">{words.columns.latest}</div>
            <div role="columnheader">{words.columns.releases}</div>
            <div role="columnheader">{words.columns.tracked}</div>
          </>
        }
        cells={(row) => <Cells row={row} search={search} onTrack={onTrack} />}
      />
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

function Cells({ row, search, onTrack }: { row: SoftwareResponse; search: string; onTrack: Props['onTrack'] }) {
  const isAway = useAwaySince() !== null;
  const { id, name, publisher, latest_version: latest, favorite, freshness, releases } = row;
  const unknown = freshness && unknownWords(freshness);
  return (
    <>
      <div role="gridcell" className={classes.product}>
        <Group gap="sm" wrap="nowrap">
          <Tile name={name} icon={row.icon} />
          <div className={classes.names}>
            <Link to="/software/$id" params={{ id }} className={`${classes.name} ${classes.link}`} tabIndex={-1}>
              <MarkedName text={name} search={search} />
            </Link>
            {publisher && (
              <Text size="sm" c="dimmed" className={classes.name}>
                <Link to="/publisher/$id" params={{ id: publisher.id }} className={classes.publisher} tabIndex={-1}>
                  <MarkedName text={publisher.name} search={search} />
                </Link>
              </Text>
            )}
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
      <div role="gridcell" className={classes.releases}>
        {releases && <Sparkline releases={releases} />}
      </div>
      <div role="gridcell" className={classes.tracked}>
        {row.is_favorite ? (
          <span
            className={`${classes.star} tabular`}
            title={favorite ? words.tracked(visibleText(favorite.version)) : undefined}
          >
            <Icon name="favorites" size={16} />
            <span className={classes.name}>
              {favorite ? <Name>{favorite.version}</Name> : messages.software.track.isTracked}
            </span>
          </span>
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
