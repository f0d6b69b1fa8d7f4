import { Alert, Badge } from '../parts/ui';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useAwaySince } from '../api/connection';
import { sessionQuery, summaryQuery } from '../api/queries';
import { useSignInReason } from '../api/session-state';
import { oldestShown } from '../api/shown';
import { messages } from '../messages';
import { useBackCloses } from '../parts/back-closes';
import { Icon } from '../parts/icon';
import { later, useOnceTrue } from '../parts/later';
import { Name } from '../parts/name';
import { SaidAbove } from '../parts/problem-note';
import { shortTime } from '../parts/relative-time';
import { useShortcuts } from '../parts/shortcuts';
import { signOut } from '../parts/sign-out';
import { TrackDialog } from '../parts/track-dialog';
import { UndoShortcut } from '../parts/undo';
import { ELSEWHERE, Frame, GEAR, MENU } from './frame';
import { useGear } from './screens';

const Palette = later(() => import('./palette'), 'Palette');
const ShortcutHelp = later(() => import('./shortcut-help'), 'ShortcutHelp');
const SignInAgain = later(() => import('../session/sign-in-again'), 'SignInAgain');

/** What is around every screen of somebody who is signed in. */
export function Shell() {
  const client = useQueryClient();
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    // Not of the first chunk: the page has its rows before it listens.
    void import('../parts/live').then(({ listen }) => {
      if (!isGone) end = listen(client);
    });
    return () => {
      isGone = true;
      end();
    };
  }, [client]);
  const [isMenuOpen, menu] = useDisclosure();
  const [isPaletteOpen, palette] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { data: summary } = useQuery(summaryQuery);
  const gear = useGear();
  const [isAdding, add] = useDisclosure();
  const isAway = useAwaySince() !== null;
  const count = (value: number | undefined, strong: boolean) =>
    value !== 0 && value !== undefined && <Count value={value} strong={strong} />;
  useBackCloses(isMenuOpen, menu.close);
  const search = () => {
    // It would lie over the palette.
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    palette.open();
  };
  useShortcuts({ 'mod+K': search, 'shift+?': help.open, '?': help.open });
  const hasPalette = useOnceTrue(isPaletteOpen);
  const hasHelp = useOnceTrue(isHelpOpen);
  const asksToSignIn = useOnceTrue(useSignInReason() !== null);
  return (
    <>
      <Frame
        link={RouterLink}
        path={path}
        gear={gear}
        isOpen={isMenuOpen}
        onMenu={menu.toggle}
        onSearch={search}
        onGone={menu.close}
        searchKey={isMac ? '⌘K' : 'Ctrl K'}
        counts={{ updates: count(summary?.outdated, true), favorites: count(summary?.tracked, false) }}
        account={<Account />}
      >
        <ConnectionBar />
        <SaidAbove value={isAway}>
          <Outlet />
        </SaidAbove>
      </Frame>
      {hasPalette && <Palette isOpen={isPaletteOpen} onClose={palette.close} onAdd={add.open} />}
      {hasHelp && <ShortcutHelp isOpen={isHelpOpen} onClose={help.close} />}
      <TrackDialog opened={isAdding} onClose={add.close} />
      {asksToSignIn && <SignInAgain />}
      <GoToScreens />
      <UndoShortcut />
    </>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const RouterLink = ({ href, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) => (
  <Link to={href as LinkProps['to']} {...props} activeProps={{}} />
);

const Count = ({ value, strong }: { value: number; strong: boolean }) => (
  <Badge variant={strong ? 'filled' : 'transparent'} color={strong ? undefined : 'gray'} className="tabular">
    {messages.common.number(value)}
  </Badge>
);

function Account() {
  const { data: session } = useQuery(sessionQuery);
  return (
    <button type="button" className="frame-link" title={session?.user.name} onClick={() => void signOut()}>
      <Icon name="signOut" />
      <span>
        {messages.common.navigation.signOut} {session && <Name>{session.user.name}</Name>}
      </span>
    </button>
  );
}

/** Says that nothing answers and how old what is shown is. The summary, asked every 30 seconds, notices when it does again. */
function ConnectionBar() {
  const since = useAwaySince();
  return since && <Away since={since} />;
}

function Away({ since }: { since: Date }) {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const oldest = useSyncExternalStore(subscribe, () => oldestShown(cache));
  const time = oldest === null ? since : new Date(Math.min(oldest, since.getTime()));
  return (
    <Alert color="yellow" mb="md" role="status">
      {messages.common.away(shortTime(time))}
    </Alert>
  );
}

/** Milliseconds after `g` in which a letter goes to a screen. */
const WITHIN = 1_500;

/** `g` and a letter go to a screen. */
function GoToScreens() {
  const navigate = useNavigate();
  const pressedG = useRef(0);
  useShortcuts({
    g: () => void (pressedG.current = Date.now()),
    ...Object.fromEntries(
      [...MENU, ...ELSEWHERE, ...GEAR].flatMap(({ to, key }) =>
        key ? [[key, () => void (Date.now() - pressedG.current < WITHIN && navigate({ to }))]] : [],
      ),
    ),
  });
  return null;
}
