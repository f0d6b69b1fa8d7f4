import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

/** The code of a screen, a menu or a dialog did not come: the service is away, or has another build by now. */
export class CodeMissing extends Error {
  override name = 'CodeMissing';
}

/**
 * A component whose code comes when it is needed. Not the router's `lazyRouteComponent`: it loads the page anew when the code does not come, which
 * is the browser's own error page while the service is away, and it never asks again.
 */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let Screen: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let isMissing = false;
  const start = () =>
    (loading ??= load()
      .then((module) => void (Screen = module[name]))
      .finally(() => (loading = undefined)));
  function Lazy(props: Props) {
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

/** What is read first when there is nothing else to do. */
export const codeForLater: (() => Promise<unknown>)[] = [];

/**
 * What no screen shows at first, such as a menu or a dialog, in a file of its own: `later(() => import('./palette'), 'Palette')`. It is rendered
 * when somebody asks for it. Its code is read beforehand when there is nothing else to do, so that it opens at once; until it is there, `fallback` is
 * shown.
 */
export function later<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Part = lazyScreen(load, name);
  codeForLater.push(Part.preload);
  const Later = ({ fallback = null, ...props }: Props & { fallback?: ReactNode }) => (
    <Suspense fallback={fallback}>
      <Part {...(props as unknown as Props)} />
    </Suspense>
  );
  return Object.assign(Later, { preload: Part.preload });
}

/** A button, or what takes the same. */
export type ButtonElement = ReactElement<ComponentProps<'button'>>;

/**
 * A menu whose code comes when its button is used for the first time; the part is a `ButtonMenu` that is made opened, with the button given to it.
 * A menu for each of hundreds of rows would cost more than the rows.
 */
export function laterMenu<Name extends string, Props extends { button: ButtonElement }>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Opened = later(load, name);
  return function LaterMenu(props: Props) {
    const [wasOpened, setOpened] = useState(false);
    const button = cloneElement(props.button, {
      'aria-haspopup': 'menu',
      onClick: () => setOpened(true),
    });
    return wasOpened ? <Opened {...props} button={button} fallback={button} /> : button;
  };
}

/** Whether it is or was true: a dialog that was opened once stays, to be closed as it was opened. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
