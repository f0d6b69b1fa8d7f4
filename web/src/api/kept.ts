import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { noteKept, onceAnswered } from './connection';
import { CACHE, forgetKept } from './forget-kept';
import type { CurrentSessionResponse } from './generated';
import { isProblem } from './problem';
import { sessionQuery } from './queries';
import { isKept } from './shown';

/**
 * The last answers of the lists and of the products that were seen, for when the service is away: of one person, in this browser, until they
 * sign out, the session ends or somebody else signs in. The API's own answers stay `no-store`.
 */
interface Kept {
  /** Another build may not be able to read it. */
  build: string;
  user: string;
  state: DehydratedState;
}

const KEY = '/kept-answers';
/** The address of this code changes with its content, and with all that it imports. */
const BUILD = import.meta.url;
/** Milliseconds between an answer and its being kept: answers come in groups. */
const PAUSE = 2_000;
const ANSWERS_AT_MOST = 60;

const open = () => ('caches' in window ? caches.open(CACHE) : null);

async function read(): Promise<Kept | null> {
  const found = await (await open())?.match(KEY);
  return ((await found?.json()) as Kept | undefined) ?? null;
}

/**
 * Puts what was kept into the client, as answers that are old.
 * @returns whether a session is among them, so that something can be shown
 */
export async function restoreKept(client: QueryClient): Promise<boolean> {
  const kept = await read().catch(() => null);
  const session = kept?.state.queries.find(({ queryKey }) => queryKey[0] === 'session')?.state;
  if (!kept || kept.build !== BUILD || !session || isOver(session.data as CurrentSessionResponse)) return false;
  hydrate(client, kept.state);
  noteKept(new Date(session.dataUpdatedAt));
  // Lists do not move while somebody looks at them, and these have to.
  onceAnswered(() => void client.invalidateQueries());
  return true;
}

const isOver = ({ idle_until: idle, ends_at: ends }: CurrentSessionResponse) =>
  Date.now() > Math.min(Date.parse(idle), Date.parse(ends));

/** Keeps answers as they arrive, from now on. */
export async function keepAnswers(client: QueryClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const later = () => {
    clearTimeout(timer);
    // A browser without room keeps nothing.
    timer = setTimeout(() => void keep(client, () => hasEnded).catch(() => undefined), PAUSE);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'error' && isProblem(action.error, 401)) {
      hasEnded = true;
      void forgetKept();
    }
    if (action.type !== 'success' || !isKept(query.queryKey)) return;
    if (query.queryKey[0] === 'session') hasEnded = false;
    later();
  });
  const user = client.getQueryData(sessionQuery.queryKey)?.user.id;
  const kept = await read().catch(() => null);
  if (kept && kept.user !== user) await forgetKept();
  later();
}

/** @param hasEnded whether the session has, also while this runs */
async function keep(client: QueryClient, hasEnded: () => boolean): Promise<void> {
  const session = client.getQueryData(sessionQuery.queryKey);
  if (!session || hasEnded()) return;
  const before = await read().catch(() => null);
  const isSame = before?.build === BUILD && before.user === session.user.id;
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state, queryKey }) => isAnswered(state) && isKept(queryKey),
  });
  const all = new Map([...(isSame ? before.state.queries : []), ...queries].map((query) => [query.queryHash, query]));
  const newest = [...all.values()].sort((a, b) => rank(b) - rank(a));
  const state = { mutations: [], queries: newest.slice(0, ANSWERS_AT_MOST) };
  await (await open())?.put(KEY, Response.json({ build: BUILD, user: session.user.id, state } satisfies Kept));
  if (hasEnded() || !client.getQueryData(sessionQuery.queryKey)) await forgetKept();
}

const isAnswered = ({ data }: { data: unknown }) => data !== undefined;

/** Without the session nothing can be shown. */
const rank = ({ queryKey, state }: DehydratedState['queries'][number]) =>
  queryKey[0] === 'session' ? Infinity : state.dataUpdatedAt;
