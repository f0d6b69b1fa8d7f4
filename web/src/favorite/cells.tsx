import { VisuallyHidden } from '../parts/ui';
import type { MouseEvent, ReactNode } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { checkedWords, unknownWords } from '../parts/known-words';
import { Name, visibleText } from '../parts/name';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { StepBadge } from '../parts/step-badge';
import { TagMarks } from '../parts/tag-marks';
import { SupportMark, supportWords } from '../parts/support-mark';
import { Tile } from '../parts/tile';
import { VersionWay } from '../parts/version-way';
import classes from './favorite.module.css';
import { favoriteMarks, fixInSeries, Marks, updateMarks } from './risk-marks';
import { RowMenu } from './row-menu';
import type { ListActions } from './use-list-actions';

const words = messages.favorites;

/** Of a plain link: the router's own watches the address, in each of hundreds of rows. */
const here = (open: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
};
/** Why nobody can say whether there is an update; of what is on offer that says little. */
const unknownOf = ({ freshness, update_available: isOutdated }: FavoriteRow) =>
  freshness && !isOutdated ? unknownWords(freshness) : null;

const isNamed = ({ publisher, software }: FavoriteRow) => publisher.toLowerCase() === software.toLowerCase();

/** The product with its tile; below it, in one line, what else tells it from others. */
export const NameCell = ({
  row,
  actions,
  children,
}: {
  row: FavoriteRow;
  actions: ListActions;
  children?: ReactNode;
}) => {
  const title = [visibleText(row.software), visibleText(row.publisher), row.freshness && checkedWords(row.freshness)];
  return (
    <div role="gridcell" className={`${classes.name} ${classes.nameCell}`}>
      <Tile name={row.software} icon={row.product?.icon} />
      <span className={classes.names} title={title.filter(Boolean).join('\n')}>
        {row.product ? (
          <a href={`/software/${row.product.id}`} className={classes.product} onClick={here(() => actions.open(row))}>
            <Name>{row.software}</Name>
          </a>
        ) : (
          <span className={classes.product}>
            <Name>{row.software}</Name>
          </span>
        )}
        <span className={classes.second}>
          {!isNamed(row) && (
            <span className={`${classes.instead} ${classes.publisher}`}>
              <Name>{row.publisher}</Name>
            </span>
          )}
          {children}
          {row.tags && row.tags.length > 0 && <TagMarks tags={row.tags} />}
        </span>
      </span>
    </div>
  );
};

export const StepCell = ({ row }: { row: FavoriteRow }) => (
  <div role="gridcell" data-column="step" className={classes.stepCell}>
    {row.available_version && <StepBadge step={row.available_version.kind} />}
  </div>
);

/** Since it was released; where nobody knows, it is not since it was found. */
const Age = ({ available }: { available: NonNullable<FavoriteRow['available_version']> }) =>
  available.released_at ? (
    <RelativeTime time={available.released_at} age />
  ) : (
    <span title={words.found(exactTime(available.created_at))}>{words.notKnown}</span>
  );

export const AgeCell = ({ row, className }: { row: FavoriteRow; className?: string | undefined }) => (
  <div role="gridcell" data-column="age" className={`${classes.soft} ${className ?? ''}`}>
    {row.available_version && <Age available={row.available_version} />}
  </div>
);

export const MenuCell = ({ row, actions }: { row: FavoriteRow; actions: ListActions }) => (
  <div role="gridcell" className={classes.menu}>
    <RowMenu row={row} actions={actions} />
  </div>
);

/** A row of what is outdated: its versions, and why it matters. */
export function UpdateCells({ row, actions }: { row: FavoriteRow; actions: ListActions }) {
  const offered = row.available_version;
  const fix = fixInSeries(row);
  return (
    <>
      <NameCell row={row} actions={actions} />
      <div role="gridcell" className={classes.wayCell}>
        <span
          className={classes.version}
          title={offered ? words.wayOf(visibleText(row.version.version), visibleText(offered.version)) : undefined}
        >
          {offered && <VersionWay from={visibleText(row.version.version)} to={visibleText(offered.version)} />}
        </span>
        {fix && <span className={`${classes.soft} ${classes.wide}`}>{fix}</span>}
      </div>
      <div role="gridcell" className={classes.marksCell}>
        <Marks marks={updateMarks(row)} />
      </div>
      <MenuCell row={row} actions={actions} />
    </>
  );
}

export const UpdateHead = () => (
  <>
    <div role="columnheader">{words.columns.name}</div>
    <div role="columnheader">{words.columns.change}</div>
    <div role="columnheader">{words.columns.reasons}</div>
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

/** A row of everything that is tracked. */
export function FavoriteCells({ row, actions }: { row: FavoriteRow; actions: ListActions }) {
  const offered = row.available_version;
  const policy = policyWords(row);
  const unknown = unknownOf(row);
  return (
    <>
      <NameCell row={row} actions={actions}>
        <Marks marks={favoriteMarks(row)} />
        {supportWords(row.support)?.isLoud && (
          <span className={classes.instead}>
            <SupportMark support={row.support} />
          </span>
        )}
        {row.freshness && (unknown ?? (row.freshness.state === 'failing' && checkedWords(row.freshness)))}
      </NameCell>
      <div role="gridcell" data-column="publisher" className={`${classes.soft} ${classes.spare}`}>
        <span className={classes.words} title={visibleText(row.publisher)}>
          {isNamed(row) ? null : row.product ? (
            <a
              href={`/publisher/${row.product.publisher_id}`}
              className={classes.publisherLink}
              tabIndex={-1}
              onClick={here(() => actions.openPublisher(row))}
            >
              <Name>{row.publisher}</Name>
            </a>
          ) : (
            <Name>{row.publisher}</Name>
          )}
        </span>
      </div>
      <div role="gridcell" data-column="inUse" className={`${classes.wide} tabular`}>
        <span className={classes.version} title={visibleText(row.version.version)}>
          <Name>{row.version.version}</Name>
        </span>
      </div>
      <div role="gridcell" className={classes.wayCell}>
        {offered ? (
          <>
            <span className={`${classes.version} ${classes.wide} tabular`} title={visibleText(offered.version)}>
              <strong>
                <Name>{offered.version}</Name>
              </strong>
            </span>
            <span className={`${classes.version} ${classes.narrow}`}>
              <VersionWay from={visibleText(row.version.version)} to={visibleText(offered.version)} />
            </span>
          </>
        ) : (
          <>
            <span className={`${classes.soft} ${classes.wide}`}>{unknown ? words.notKnown : '–'}</span>
            <span className={`${classes.soft} ${classes.narrow} tabular`}>
              <Name>{row.version.version}</Name>
            </span>
          </>
        )}
      </div>
      <StepCell row={row} />
      <AgeCell row={row} className={classes.spare} />
      <div role="gridcell" data-column="support" className={classes.spare}>
        <SupportMark support={row.support} isShort />
      </div>
      <div role="gridcell" data-column="policy" className={classes.wide}>
        <span className={classes.words} title={policy}>
          {policy}
        </span>
      </div>
      <MenuCell row={row} actions={actions} />
    </>
  );
}
