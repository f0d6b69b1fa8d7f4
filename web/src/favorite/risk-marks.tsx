import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import classes from './favorite.module.css';

const words = messages.risk.marks;

/** A few words, those that only readers of screens need, and how loud it is. */
type Mark = readonly [words: readonly string[], tone?: 'loud' | 'firm', title?: string];

const some = <Value,>(of: Value, is: unknown): Value[] => (is ? [of] : []);

/** The worst of what is known about the version in use. Nothing where nothing is known: that is no sign of safety. */
const risksOf = ({ risk }: FavoriteRow): Mark[] =>
  risk
    ? [
        ...some<Mark>([words.exploited(risk.exploited), 'loud'], risk.exploited),
        ...some<Mark>([words.critical(risk.critical), 'firm'], risk.critical),
      ]
    : [];

/** What an update is worth, and what its release notes warn of. */
export const updateMarks = (row: FavoriteRow): Mark[] => {
  const { risk, highlights = { breaking: 0, security: [] } } = row;
  const { breaking, security } = highlights;
  return [
    ...risksOf(row),
    ...some<Mark>([words.fixes(risk?.fixed_by_update ?? 0, risk?.known ?? 0)], risk?.known),
    ...some<Mark>([words.breaking(breaking)], breaking),
    ...some<Mark>([words.ids(security), undefined, security.join(', ')], security.length),
  ];
};

/** The worst of them; else how many there are. */
export const favoriteMarks = (row: FavoriteRow): Mark[] => {
  const worst = risksOf(row);
  return worst.length > 0 ? worst : some<Mark>([words.known(row.risk?.known ?? 0)], row.risk?.known);
};

export const Marks = ({ marks }: { marks: readonly Mark[] }) => (
  <span className={classes.marks}>
    {marks.map(([[text, rest], tone, title]) => (
      <span key={text} data-tone={tone} title={title ?? `${text} ${rest}`}>
        {text}
        <span className={classes.unseen}> {rest}; </span>
      </span>
    ))}
  </span>
);
