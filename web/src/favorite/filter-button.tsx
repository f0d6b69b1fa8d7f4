import { Button } from '../parts/ui';
import { useId, useRef, useState } from 'react';
import { isSameTag, withoutTags } from '../api/tag-names';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { later, useOnceTrue } from '../parts/later';
import { useShortcuts } from '../parts/shortcuts';
import { tagsIn, tagsText } from './address';
import classes from './favorite.module.css';
import type { FiltersProps } from './filters';

const words = messages.favorites.filterButton;
const Filters = later(() => import('./filters'), 'Filters');
const TagsDialog = later(() => import('./tags-dialog'), 'TagsDialog');

/** What a list is filtered and ordered by, as the words of one button; its panel changes it. `/` opens it, too. */
export function FilterButton({
  set,
  ...of
}: FiltersProps & {
  /** What is set, in words; empty = nothing. */
  set: string;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const wasEdited = useOnceTrue(isEditing);
  const openByKey = () => {
    setTakesFocus(true);
    popover.current?.showPopover();
  };
  useShortcuts({ '/': openByKey, 'shift+/': openByKey });
  const beforeToggle = ({ newState }: { newState: string }) => {
    // The row that had the focus may be filtered away: without this, the next key would be typed into a field that nobody sees.
    if (newState !== 'open') return popover.current?.contains(document.activeElement) && button.current?.focus();
    const { bottom, right } = button.current!.getBoundingClientRect();
    popover.current!.style.setProperty('--panel-top', `${bottom + 6}px`);
    popover.current!.style.setProperty('--panel-right', `${document.documentElement.clientWidth - right}px`);
  };
  const onToggle = ({ newState }: { newState: string }) => {
    setOpen(newState === 'open');
    if (newState !== 'open') setTakesFocus(false);
  };
  const setTags = (change: (tags: string[]) => string[]) =>
    of.onChange({ tag: tagsText(change(tagsIn(of.search.tag))) });
  const onEditTags = () => {
    popover.current?.hidePopover();
    setEditing(true);
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.filterButton}
        leftSection={<Icon name="filter" size={16} />}
        popoverTarget={id}
        aria-haspopup="dialog"
        title={set || undefined}
      >
        {words.label(set)}
      </Button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={classes.panel}
        role="dialog"
        aria-label={words.title}
        onBeforeToggle={beforeToggle}
        onToggle={onToggle}
      >
        {isOpen && <Filters {...of} takesFocus={takesFocus} onEditTags={onEditTags} />}
      </div>
      {wasEdited && (
        <TagsDialog
          opened={isEditing}
          onClose={() => setEditing(false)}
          onRenamed={(from, to) => setTags((tags) => tags.map((one) => (isSameTag(one, from) ? to : one)))}
          onDeleted={(one) => setTags((tags) => withoutTags(tags, [one]))}
        />
      )}
    </>
  );
}
