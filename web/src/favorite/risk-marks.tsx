import { type FavoriteRow, notesOf } from '../api/favorites';
import type { SupportResponse as Support } from '../api/generated';
import { messages } from '../messages';
import { checkedWords, fixInSeries, unknownWords } from '../parts/known-words';
import { VisuallyHidden } from '../parts/ui';
import { supportHint, supportWords } from '../parts/support-mark';
import classes from './favorite.module.css';

const words = messages.risk.marks;
const { behind } = messages.favorites.updates.matters;

/** A few words, those that only readers of screens need, how loud it is, or that it is of narrow screens, and where to read more. */
type Mark = readonly [words: readonly string[], tone?: 'loud' | 'firm' | 'narrow', title?: string, href?: string];

const some = <Value,>(of: Value, is: unknown): Value[] => (is ? [of] : []);

/** The worst of what is known about the version in use. Nothing where nothing is known: that is no sign of safety. */
const risksOf = ({ risk }: FavoriteRow): Mark[] =>
  risk
    ? [
        ...some<Mark>([words.exploited(risk.exploited), 'loud'], risk.exploited),
        ...some<Mark>([words.critical(risk.critical), 'firm'], risk.critical),
      ]
    : [];

/** Whether its support has ended, or ends so soon that somebody should know. */
const ends = ({ support }: FavoriteRow): boolean =>
  support != null && (supportWords(support)?.isLoud === true || support.state === 'ending');

/** What an update is worth, what its release notes warn of, and how late it is. */
export const updateMarks = (row: FavoriteRow): Mark[] => {
  const { risk, matters, support, highlights = { breaking: 0, security: [] } } = row;
  const { breaking, security } = highlights;
  const notes = notesOf(row);
  return [
    ...risksOf(row),
    ...fixOf(row),
    ...some<Mark>([words.fixes(risk?.fixed_by_update ?? 0, risk?.known ?? 0)], risk?.known),
    ...some<Mark>([words.breaking(breaking), undefined, undefined, notes], breaking),
    ...some<Mark>([words.ids(security), undefined, security.join(', '), breaking ? undefined : notes], security.length),
    ...(ends(row) ? [supportOf(support!)] : []),
    ...some<Mark>([[behind(matters?.days_behind ?? 0), '']], matters?.reasons.includes('behind')),
  ];
};

function supportOf(support: Support): Mark {
  const { text, isLoud } = supportWords(support)!;
  return [[text, ''], isLoud ? 'firm' : undefined, supportHint(support)];
}

/** On wide screens it stands beside the versions. */
const fixOf = (row: FavoriteRow) => some<Mark>([[fixInSeries(row) ?? '', ''], 'narrow'], row.risk?.in_series);

/** The worst of them, else how many there are; how long it is supported, its policy, and why nobody can say whether there is an update. */
export const favoriteMarks = (row: FavoriteRow, policy: string): Mark[] => {
  const { risk, support, freshness, update_available: isOutdated } = row;
  const worst = risksOf(row);
  const isFailing = freshness?.state === 'failing';
  const unknown = freshness && ((!isOutdated && unknownWords(freshness)) || (isFailing && checkedWords(freshness)));
  return [
    ...(worst.length > 0 ? worst : some<Mark>([words.known(risk?.known ?? 0)], risk?.known)),
    ...fixOf(row),
    ...(supportWords(support) ? [supportOf(support!)] : []),
    ...some<Mark>([[policy, '']], policy),
    ...some<Mark>([[unknown || '', '']], unknown),
  ];
};

export const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && (
    <span className={classes.marks}>
      {marks.map(([[text, rest], tone, title, href]) => {
        const content = (
          <>
            {text}
            <VisuallyHidden> {rest}; </VisuallyHidden>
          </>
        );
        const hint = title ?? `${text} ${rest}`;
        return href === undefined ? (
          <span key={text} data-tone={tone} title={hint}>
            {content}
          </span>
        ) : (
          <a key={text} href={href} target="_blank" rel="noreferrer noopener" title={hint}>
            {content}
          </a>
        );
      })}
    </span>
  );
