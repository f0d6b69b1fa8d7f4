import type { ComponentType } from 'react';

/** The code of a screen did not come: the service is away, or has another build by now. */
export class CodeMissing extends Error {
  override name = 'CodeMissing';
}

/**
 * A screen whose code comes when it is needed. Not the router's `lazyRouteComponent`: it loads the page anew when the code does not come, which
 * is the browser's own error page while the service is away, and it never asks again.
 */
export function lazyScreen(load: () => Promise<Record<string, unknown>>, name: string) {
  let Screen: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  let isMissing = false;
  const start = () =>
    (loading ??= load()
      .then((module) => void (Screen = module[name] as ComponentType))
      .finally(() => (loading = undefined)));
  function Lazy(props: object) {
    if (Screen) return <Screen {...props} />;
    if (isMissing) {
      isMissing = false;
      throw new CodeMissing();
    }
    // React waits for what is thrown.
    throw start().catch(() => void (isMissing = true));
  }
  /** In advance: when it does not come, it is asked for again when it is needed. */
  Lazy.preload = () => start().catch(() => undefined);
  return Lazy;
}
