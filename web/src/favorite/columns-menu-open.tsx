import { Button, Menu } from '@mantine/core';
import { messages } from '../messages';
import { usePreferences } from '../parts/preferences';

const { columns, list } = messages.favorites;

/** Columns that can be hidden, as cells name them in `data-column`. */
const NAMES: Record<string, string> = {
  publisher: columns.publisher,
  inUse: columns.inUse,
  step: columns.step,
  age: columns.age,
  support: messages.support.column,
  policy: columns.policy,
};

/** Which columns the list of favorites has, in this browser. Cards, on narrow screens, have none. */
export function ColumnsMenuOpen() {
  const [preferences, setPreferences] = usePreferences();
  const { hiddenColumns = [] } = preferences;
  const shown = Object.keys(NAMES).filter((column) => !hiddenColumns.includes(column));
  const show = (chosen: string[]) =>
    setPreferences({ ...preferences, hiddenColumns: Object.keys(NAMES).filter((column) => !chosen.includes(column)) });
  return (
    <Menu
      defaultOpened
      returnFocus
      closeOnItemClick={false}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button autoFocus variant="default" visibleFrom="sm">
          {list.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={list.columns}>
        <Menu.CheckboxGroup value={shown} onChange={show}>
          {Object.entries(NAMES).map(([column, name]) => (
            <Menu.CheckboxItem key={column} value={column}>
              {name}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
