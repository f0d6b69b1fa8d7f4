import { Menu } from '../parts/ui';
import { messages } from '../messages';
import { ButtonMenu } from '../parts/button-menu';
import type { ButtonElement } from '../parts/later';
import { usePreferences } from '../parts/preferences';

const { columns } = messages.favorites;

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
export function ColumnsMenuOpen({ button }: { button: ButtonElement }) {
  const [preferences, setPreferences] = usePreferences();
  const { hiddenColumns = [] } = preferences;
  const shown = Object.keys(NAMES).filter((column) => !hiddenColumns.includes(column));
  const show = (chosen: string[]) =>
    setPreferences({ ...preferences, hiddenColumns: Object.keys(NAMES).filter((column) => !chosen.includes(column)) });
  return (
    <ButtonMenu isMadeOpened button={button} closeOnItemClick={false}>
      <Menu.CheckboxGroup value={shown} onChange={show}>
        {Object.entries(NAMES).map(([column, name]) => (
          <Menu.CheckboxItem key={column} value={column}>
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
    </ButtonMenu>
  );
}
