import { useLocalStorage } from '@mantine/hooks';

/** What a person chose for this browser. */
export interface Preferences {
  /** Shortcuts of a single key (WCAG 2.1.4). */
  shortcuts: boolean;
}

const DEFAULTS: Preferences = { shortcuts: true };
const KEY = 'tracker-preferences';

export const usePreferences = () =>
  useLocalStorage<Preferences>({ key: KEY, defaultValue: DEFAULTS, getInitialValueInEffect: false });
