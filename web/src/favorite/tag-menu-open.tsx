import { Menu } from '../parts/ui';
import { useState } from 'react';
import { messages } from '../messages';
import { ButtonMenu } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';
import { Name } from '../parts/name';
import classes from './favorite.module.css';

const words = messages.favorites;
/** More of them can be searched. */
const SEARCHED_FROM = 10;

/** The menu of the tags, opened: which of them to filter by, and the way to change them. */
export function TagMenuOpen({
  tags,
  chosen,
  onChange,
  onEdit,
  button,
}: {
  tags: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  onEdit: () => void;
  button: ButtonElement;
}) {
  const [typed, setTyped] = useState('');
  const shown = tags.filter((tag) => tag.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <ButtonMenu isMadeOpened button={button} position="bottom-start" width={240} closeOnItemClick={false}>
      {tags.length > SEARCHED_FROM && (
        <Menu.Search
          aria-label={words.tagSearch}
          placeholder={words.tagSearch}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.tagChoices}>
        <Menu.CheckboxGroup value={[...chosen]} onChange={onChange}>
          {shown.map((tag) => (
            <Menu.CheckboxItem key={tag} value={tag}>
              <Name>{tag}</Name>
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </div>
      <Menu.Divider />
      {chosen.length > 0 && <Menu.Item onClick={() => onChange([])}>{words.tagAny}</Menu.Item>}
      <Menu.Item closeMenuOnClick onClick={onEdit}>
        {words.editTags}
      </Menu.Item>
    </ButtonMenu>
  );
}
