import { visibleText } from '../parts/name';
import classes from './product-grid.module.css';
import { matchesIn } from './matches';

/** A name with the parts that were searched for marked. */
export const MarkedName = ({ text, search }: { text: string; search: string }) => (
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
