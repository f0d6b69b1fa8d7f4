import { useLocalStorage } from '@mantine/hooks';

/** What a person chose for this browser. */
export interface Preferences {
  /** Shortcuts of a single key (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Long lists: scrolled, or in pages. */
  lists: 'scroll' | 'pages';
  /** Columns of the list of favorites that are not shown. */
  hiddenColumns?: string[];
}

const DEFAULTS: Preferences = { shortcuts: true, lists: 'scroll' };
const KEY = 'tracker-preferences';

export const usePreferences = () =>
  useLocalStorage<Preferences>({ key: KEY, defaultValue: DEFAULTS, getInitialValueInEffect: false });
