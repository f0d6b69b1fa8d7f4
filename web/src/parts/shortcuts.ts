import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { usePreferences } from './preferences';

/** Keys and what they do, as the help shows them. `mod` is Ctrl, or Command on a Mac. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** What takes no text: a slider and a box leave the other keys to the screen. */
const TAKES_TEXT = 'input:not([type=range], [type=checkbox]), textarea, select';

/**
 * Shortcuts of a screen. Keys that somebody types into a field are not meant, nor those pressed in a dialog. Single keys can be switched off;
 * with `mod` they always work.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [{ shortcuts: singleKeys }] = usePreferences();
  const items = Object.entries(shortcuts)
    .filter(([keys]) => singleKeys || keys.includes('mod'))
    .map(([keys, act]): HotkeyItem => [keys, (event) => run(act, event), { preventDefault: false }]);
  useHotkeys(items, []);
}

function run(act: Shortcuts[string], event: KeyboardEvent): void {
  if (isInDialog(event) || (event.target instanceof Element && event.target.matches(TAKES_TEXT))) return;
  event.preventDefault();
  act(event);
}

/** What lies over the screen. A popover is in the page also while it is closed. */
const OVER = '[role="dialog"]:not([popover]), [role="dialog"]:popover-open, [role="menu"]';

const isInDialog = (event: KeyboardEvent) =>
  document.querySelector(OVER) !== null ||
  (event.target instanceof Element && event.target.closest('[role="listbox"]') !== null);
