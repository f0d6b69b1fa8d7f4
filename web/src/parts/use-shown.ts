import { useState } from 'react';

/** What a dialog is about; while it closes, what it was about, so that it keeps its words. */
export function useShown<T>(about: T | null): T | null {
  const [shown, setShown] = useState(about);
  if (about !== null && about !== shown) setShown(about);
  return about ?? shown;
}
