import { useSyncExternalStore } from 'react';

export type Scheme = 'auto' | 'light' | 'dark';

/** As theme.js reads it before the first paint. */
const KEY = 'color-scheme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const chosen = (): Scheme => {
  const text = localStorage.getItem(KEY);
  return text === 'light' || text === 'dark' ? text : 'auto';
};

function apply(): void {
  const scheme = chosen();
  const isDark = scheme === 'dark' || (scheme === 'auto' && system.matches);
  document.documentElement.dataset.scheme = isDark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}
system.addEventListener('change', apply);
// Chosen in another tab.
window.addEventListener('storage', apply);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Light, dark, or as the system has it; of this browser. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  const choose = (scheme: Scheme) => {
    if (scheme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, scheme);
    apply();
  };
  return [useSyncExternalStore(subscribe, chosen), choose];
}
