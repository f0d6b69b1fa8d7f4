import { VisuallyHidden } from '../parts/ui';
import type { ComponentProps, MouseEvent } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { checkedWords, fixInSeries } from '../parts/known-words';
import { laterMenu } from '../parts/later';
import { Name, visibleText } from '../parts/name';
import { TagMarks } from '../parts/tag-marks';
import { Tile } from '../parts/tile';
import { VersionWay } from '../parts/version-way';
import classes from './favorite.module.css';
import { favoriteMarks, Marks, updateMarks } from './risk-marks';
import type { ListActions } from './use-list-actions';

const words = messages.favorites;
const RowMenu = laterMenu(() => import('./menus').then(({ RowMenu }) => ({ RowMenu })), 'RowMenu');

/** Of a plain link: the router's own watches the address, in each of hundreds of rows. */
const here = (open: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
};

/** `⋯` of a row or a group. */
export const MoreButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={classes.more} {...props}>
    <Icon name="more" />
  </button>
);

interface CellsProps {
  row: FavoriteRow;
  actions: ListActions;
}

/** After its product. */
const isNamed = ({ publisher, software }: FavoriteRow) => publisher.toLowerCase() === software.toLowerCase();

/** The product with its tile; below it, in one line, what else tells it from others. */
const NameCell = ({ row, actions }: CellsProps) => {
  const title = [visibleText(row.software), visibleText(row.publisher), row.freshness && checkedWords(row.freshness)];
  return (
    <div role="gridcell" className={`${classes.name} ${classes.nameCell}`}>
      <Tile name={row.software} icon={row.product?.icon} />
      <span className={classes.names} title={title.filter(Boolean).join('\n')}>
        {row.product ? (
          <a
            href={`/software/${row.product.id}`}
            className={`${classes.product} quiet-link one-line`}
            onClick={here(() => actions.open(row))}
          >
            <Name>{row.software}</Name>
          </a>
        ) : (
          <span className={`${classes.product} one-line`}>
            <Name>{row.software}</Name>
          </span>
        )}
        <span className={`${classes.second} one-line`}>
          {!isNamed(row) && (
            <a
              href={`/publisher/${row.product?.publisher_id}`}
              className="quiet-link"
              tabIndex={-1}
              onClick={here(() => actions.openPublisher(row))}
            >
              <Name>{row.publisher}</Name>
            </a>
          )}
          {row.tags && row.tags.length > 0 && <TagMarks tags={row.tags} />}
        </span>
      </span>
    </div>
  );
};

/** The versions: in use, on offer, and the smaller step that its release cycle has. */
function WayCell({ row: { version, available_version: offered, ...row } }: { row: FavoriteRow }) {
  const inUse = visibleText(version.version);
  const newer = offered && visibleText(offered.version);
  const fix = fixInSeries(row);
  return (
    <div role="gridcell" className={classes.wayCell}>
      <span className={`${classes.version} tabular`} title={newer ? words.wayOf(inUse, newer) : inUse}>
        {newer ? <VersionWay from={inUse} to={newer} /> : <bdi>{inUse}</bdi>}
      </span>
      {fix && <span className={classes.fix}>{fix}</span>}
    </div>
  );
}

/** A row of either list: its name, its versions, and in a few words what there is to know. */
const Cells = ({ row, actions, marks }: CellsProps & { marks: Parameters<typeof Marks>[0]['marks'] }) => (
  <>
    <NameCell row={row} actions={actions} />
    <WayCell row={row} />
    <div role="gridcell" className={classes.marksCell}>
      <Marks marks={marks} />
    </div>
    <div role="gridcell" className={classes.menu}>
      <RowMenu
        row={row}
        actions={actions}
        button={<MoreButton aria-label={words.actionsOf(visibleText(row.software))} />}
      />
    </div>
  </>
);

export const UpdateCells = (props: CellsProps) => <Cells {...props} marks={updateMarks(props.row)} />;
export const FavoriteCells = (props: CellsProps) => (
  <Cells {...props} marks={favoriteMarks(props.row, policyWords(props.row))} />
);

export const CellsHead = ({ last }: { last: string }) => (
  <>
    <div role="columnheader">{words.columns.name}</div>
    <div role="columnheader">{words.columns.change}</div>
    <div role="columnheader">{last}</div>
    <div role="columnheader">
      <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
    </div>
  </>
);

/** What decides about versions and messages, in a few words. */
export function policyWords({ policy, notifications_enabled: isOn }: FavoriteRow): string {
  const { policy: named } = words;
  const isSnoozed = policy?.snoozed_until != null;
  return [
    isSnoozed ? named.snoozed(messages.actions.day(new Date(policy.snoozed_until!))) : '',
    isOn ? '' : named.muted,
    policy?.series ? named.series(visibleText(policy.series)) : '',
    policy?.include_prereleases ? named.prereleases : '',
    policy?.minimum_age_days ? named.age(policy.minimum_age_days) : '',
    policy && policy.skip.length > 0 ? named.skips(policy.skip.length) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
