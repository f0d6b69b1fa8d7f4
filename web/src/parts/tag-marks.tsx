import classes from './parts.module.css';
import { Name, visibleText } from './name';

/** Tags that a row shows; the rest is in its title. */
const SHOWN = 4;

/** The tags of a favorite, quietly. */
export const TagMarks = ({ tags, most = SHOWN }: { tags: readonly string[]; most?: number }) => (
  <span className={classes.tagMarks} title={tags.map(visibleText).join(', ')}>
    {tags.slice(0, most).map((tag) => (
      <span key={tag} className={classes.tagMark}>
        <Name>{tag}</Name>
      </span>
    ))}
    {tags.length > most && <span>+{tags.length - most}</span>}
  </span>
);
