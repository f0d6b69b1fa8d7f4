import { Button } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isSameTag, withoutTags } from '../api/tag-names';
import { tagNamesQuery } from '../api/tags';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { later, laterMenu, useOnceTrue } from '../parts/later';
import { visibleText } from '../parts/name';
import { tagsIn, tagsText } from './address';
import classes from './favorite.module.css';

const words = messages.favorites;
const TagMenu = laterMenu(() => import('./tag-menu-open'), 'TagMenuOpen');
const TagsDialog = later(() => import('./tags-dialog'), 'TagsDialog');

/** The tags that a list is filtered by, each of which its favorites have; for those who have any. */
export function TagField({
  value,
  onChange,
}: {
  /** As the address has them. */
  value: string | undefined;
  onChange: (tags: string | undefined) => void;
}) {
  const { data: tags = [] } = useQuery(tagNamesQuery);
  const [isEditing, setEditing] = useState(false);
  const wasEdited = useOnceTrue(isEditing);
  // An address may have one in another case, or one that was deleted since.
  const chosen = tagsIn(value).map((one) => tags.find((tag) => isSameTag(tag, one)) ?? one);
  if (tags.length === 0 && chosen.length === 0 && !isEditing) return null;
  const [first, ...others] = chosen.map(visibleText);
  const label = first === undefined ? undefined : words.tagAnd(first, others.length);
  const set = (next: readonly string[]) => onChange(tagsText(next));
  return (
    <>
      <TagMenu
        tags={[...withoutTags(chosen, tags), ...tags]}
        chosen={chosen}
        onChange={set}
        onEdit={() => setEditing(true)}
        button={
          <Button
            variant="default"
            className={classes.tags}
            justify="space-between"
            rightSection={<Icon name="down" size={14} />}
            title={chosen.map(visibleText).join(', ')}
            aria-label={label === undefined ? words.tag : words.tagOf(label)}
          >
            {label ?? words.tag}
          </Button>
        }
      />
      {wasEdited && (
        <TagsDialog
          opened={isEditing}
          onClose={() => setEditing(false)}
          onRenamed={(from, to) => set(chosen.map((tag) => (isSameTag(tag, from) ? to : tag)))}
          onDeleted={(tag) => set(withoutTags(chosen, [tag]))}
        />
      )}
    </>
  );
}
