import { createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { isUuid } from './api/ids';
import { queryClient } from './api/query-client';
import { sessionQuery } from './api/queries';
import { forgetKept } from './api/forget-kept';
import { isProblem, NoConnection } from './api/problem';
import { favoritesSearch, updatesSearch } from './favorite/address';
import { FavoritesPage } from './favorite/favorites.page';
import { UpdatesPage } from './favorite/updates.page';
import { codeForLater, later, lazyScreen } from './parts/later';
import { Shell } from './shell/shell';
import { WORKER } from './theme/trusted-types';
import { UnknownAddress, UnknownPage } from './shell/unknown.page';
import { FailedPage } from './shell/failed.page';
import {
  channelSearch,
  groupSearch,
  importSearch,
  logSearch,
  operatorSearch,
  publisherSearch,
  searchSearch,
  softwareSearch,
  tokenSearch,
} from './parts/searches';
import { sharedTo } from './software/shared';

/** The addresses are those of web/routes.json, for which the service sends this application; a test compares them. */
const root = createRootRoute({ notFoundComponent: UnknownAddress, errorComponent: FailedPage });

/** Milliseconds that an answer may take before what was kept is shown. */
const PATIENCE = 5_000;

const keeping = () => import('./api/kept');

/** Asks who is signed in. When nobody answers, it is who was there last, with what they have seen. */
async function hasSession(): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = queryClient.ensureQueryData(sessionQuery).then(() => true);
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)));
  try {
    return await Promise.race([asked, late.then(restore).then((isRestored) => isRestored || asked)]);
  } catch (error) {
    if (error instanceof NoConnection && (await restore())) return true;
    if (!isProblem(error, 401) && !isProblem(error, 404)) throw error;
    await forgetKept();
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const restore = () =>
  keeping().then(
    ({ restoreKept }) => restoreKept(queryClient),
    () => false,
  );

const SignInPage = lazyScreen(() => import('./session/sign-in.page'), 'SignInPage');

interface SignInSearch {
  to?: string;
  problem?: string;
}

/** Only addresses of screens: `//host` and `/\host` lead elsewhere, and a mistyped path to nothing. */
const ownAddress = (to: unknown): string | undefined => {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to)) return undefined;
  const path = to.replace(/[?#].*/s, '');
  const [, , found] = router.getMatchedRoutes(path);
  return found && path !== '/' && path !== '/sign-in' ? to : undefined;
};

const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  ...(ownAddress(search.to) ? { to: ownAddress(search.to) } : {}),
  ...(typeof search.problem === 'string' ? { problem: search.problem } : {}),
});

const signInRoute = <Path extends '/' | '/sign-in'>(path: Path) => {
  const route = createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: signInSearch,
    beforeLoad: async ({ search: given }) => {
      // What `validateSearch` leaves out is in there all the same.
      const search = signInSearch(given as Record<string, unknown>);
      // A sign-in link is meant for the person who follows it, whoever was signed in before.
      if (window.location.hash.startsWith('#k=')) return;
      if (await hasSession()) throw redirect({ href: search.to ?? '/updates', replace: true });
    },
    component: function SignIn() {
      const { to = '/updates', problem } = signInSearch(route.useSearch() as Record<string, unknown>);
      const navigate = route.useNavigate();
      const goOn = () => {
        queryClient.clear();
        void navigate({ href: to, replace: true });
      };
      return <SignInPage to={to} {...(problem ? { problem } : {})} onSignedIn={goOn} />;
    },
  });
  return route;
};

/** Everything else needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (!(await hasSession())) throw redirect({ to: '/', search: { to: location.href }, replace: true });
  },
  component: Shell,
  errorComponent: FailedPage,
});

const codeOfScreens: (() => Promise<unknown>)[] = [];

/** A screen. @param search what of the address after `?` it knows; nothing else reaches it */
const firstPage = <Path extends string, Search extends object = Record<never, never>>(
  path: Path,
  component: ComponentType,
  search: (given: Record<string, unknown>) => Search = () => ({}) as Search,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: search,
    // What cannot be an id is not asked for.
    beforeLoad: ({ params }) => {
      const { id } = params as { id?: string };
      if (id !== undefined && !isUuid(id)) throw notFound();
    },
    component: component as () => ReactNode,
    errorComponent: FailedPage,
    notFoundComponent: UnknownPage,
  });

/** One that people do not open first: its code is not in the first chunk. */
const page = <Path extends string, Name extends string, Search extends object = Record<never, never>>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  search?: (given: Record<string, unknown>) => Search,
) => {
  const component = lazyScreen(load, name);
  codeOfScreens.push(component.preload);
  return firstPage(path, component, search);
};

const FirstMinute = later(() => import('./inventory/first-minute'), 'FirstMinute');
const Updates = () => <UpdatesPage FirstMinute={FirstMinute} />;
/** Where a phone leads that shares an address with this application: see manifest.webmanifest. */
const share = createRoute({
  getParentRoute: () => shell,
  path: '/share',
  beforeLoad: ({ search: given }) => {
    throw redirect({ href: sharedTo(given as Record<string, unknown>), replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute('/'),
    signInRoute('/sign-in'),
    shell.addChildren([
      firstPage('/updates', Updates, updatesSearch),
      firstPage('/favorites', FavoritesPage, favoritesSearch),
      page('/software/$id', () => import('./software/software.page'), 'SoftwarePage', softwareSearch),
      page('/publisher/$id', () => import('./publisher/publisher.page'), 'PublisherPage', publisherSearch),
      page('/search', () => import('./software/search.page'), 'SearchPage', searchSearch),
      page('/inventories', () => import('./inventory/inventories.page'), 'InventoriesPage'),
      page('/inventories/$name', () => import('./inventory/inventory.page'), 'InventoryPage'),
      page('/group', () => import('./inventory/group.page'), 'GroupPage', groupSearch),
      page('/import', () => import('./inventory/import.page'), 'ImportPage', importSearch),
      page('/channels', () => import('./notification/channels.page'), 'ChannelsPage'),
      page('/channels/new', () => import('./notification/type-gallery'), 'GalleryPage'),
      page('/channels/new/$type', () => import('./notification/new-channel.page'), 'NewChannelPage'),
      page('/channels/$id', () => import('./notification/channel.page'), 'ChannelPage', channelSearch),
      page('/notifications', () => import('./notification/notifications.page'), 'NotificationsPage', logSearch),
      page('/notifications/$id', () => import('./notification/notification.page'), 'NotificationPage'),
      page('/history', () => import('./history/history.page'), 'HistoryPage'),
      page('/tokens', () => import('./user/tokens.page'), 'TokensPage', tokenSearch),
      page('/sessions', () => import('./user/sessions.page'), 'SessionsPage'),
      page('/operator', () => import('./operator/operator.page'), 'OperatorPage', operatorSearch),
      page('/profile', () => import('./user/profile.page'), 'ProfilePage'),
      share,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Filters are written as people read them: ?kind=major&tag=web,production, without JSON's quotes.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return text && `?${text.replaceAll('%2C', ',')}`;
  },
});

const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : (then: () => void) => setTimeout(then, 2_000);
const LOOK_AGAIN = 500;

/** Whether somebody pays for each byte: then nothing is read that nobody has asked for. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Has the browser install the worker, or look for a newer one. Over plain HTTP there is none, and nothing is lost. */
const startWorker = async (): Promise<void> =>
  void (await navigator.serviceWorker?.register(WORKER, { scope: '/' }).catch((error: unknown) => {
    // It is looked for again with the next page.
    console.info('The worker was not installed.', error);
  }));

/**
 * The code of the other screens is read one after the other, when there is nothing else to do and the first screen has its rows: they
 * open at once, and also while the service is away.
 */
async function readOtherScreens(): Promise<void> {
  if (savesData()) return;
  const idle = () => new Promise<void>((resolve) => void whenIdle(() => resolve()));
  for (const load of [...codeForLater, ...codeOfScreens]) {
    await idle();
    while (queryClient.isFetching() > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    await load().catch(() => undefined);
  }
  // Last of all: it keeps the files that are here by now.
  await startWorker();
  const user = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  if (user) await import('./notification/device').then(({ lookAfterDevice }) => lookAfterDevice(user));
}

const stopWaiting = router.subscribe('onRendered', () => {
  stopWaiting();
  whenIdle(
    () =>
      void keeping().then(
        ({ keepAnswers }) => keepAnswers(queryClient),
        () => undefined,
      ),
  );
  // What goes wrong there is tried again with the next page.
  readOtherScreens().catch((error: unknown) => console.info(error));
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
