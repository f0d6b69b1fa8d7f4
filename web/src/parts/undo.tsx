import { Anchor, Button, Group, Text } from './ui';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BulkAnswer, BulkOutcome, UndoAnswer } from '../api/bulk';
import { api } from '../api/client';
import { followed } from '../api/followed';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { namesOf } from './favorites-cache';
import { visibleText } from './name';
import { useShortcuts } from './shortcuts';
import { hideToast, toast } from './toast';

const words = messages.actions;

/** One thing that somebody did, which may not have been answered yet. */
export interface Done {
  /** Does the opposite, once it is answered. It tells how many are as they were, and which are not; null = it was refused. */
  takeBack: () => Promise<{ restored: number; skipped: readonly { favorite: string }[] } | null>;
  names: string[];
  /** Where it is said, and can be undone by a click: once it is answered. */
  toast?: string;
}

/** What was done since the page was opened, newest last. Each can be undone once. */
const done: Done[] = [];

export function remember(one: Done): void {
  done.push(one);
}

/** Says what was done that is no operation of the service, with the way back, and reads again what depends on it. */
export function sayDone(client: QueryClient, text: string, name: string, takeBack: () => Promise<unknown>) {
  const one: Done = { takeBack: () => takeBack().then(() => ({ restored: 1, skipped: [] })), names: [name] };
  remember(one);
  one.toast = toast('done', {
    color: 'blue',
    message: <DoneNote text={text} onUndo={() => void undo(client, one)} />,
  });
  return refreshFavorites(client);
}

/** For what was refused: there is nothing to undo. */
export function forget(one: Done): void {
  const index = done.indexOf(one);
  if (index >= 0) done.splice(index, 1);
}

/** All that shows favorites, or what depends on them, is read again. */
export async function refreshFavorites(client: QueryClient): Promise<void> {
  await Promise.all(['favorites', 'summary', 'software'].map((name) => client.invalidateQueries({ queryKey: [name] })));
}

const say = (color: string, title: string, text?: string) =>
  toast('undone', { color, title: visibleText(title), message: text ? visibleText(text) : null });

/** One after the other: what was done later is undone before what it came after. */
let turn = Promise.resolve();

/** Undoes what is given, else the last thing that was done here, else the last that the service knows: of before a reload, or of another tab. */
export function undo(client: QueryClient, given?: Done): Promise<void> {
  const next = () => undoOne(client, given);
  // One that failed does not hold up the next one.
  return (turn = turn.then(next, next));
}

async function undoOne(client: QueryClient, given: Done | undefined): Promise<void> {
  // Somebody pressed twice.
  if (given && !done.includes(given)) return;
  let one = given ?? done.at(-1);
  try {
    one ??= await latestOfService();
    if (!one) return void say('gray', words.nothingToUndo);
    forget(one);
    hideToast(one.toast);
    const undone = await one.takeBack();
    if (undone === null) return;
    const skipped = undone.skipped.map(({ favorite }) => favorite);
    const text = skipped.length > 0 ? words.notUndone(namesOf(client, skipped), skipped.length) : undefined;
    say(skipped.length > 0 ? 'yellow' : 'gray', words.undone(one.names, undone.restored), text);
  } catch (error) {
    say('red', words.undoFailed, error instanceof Error ? error.message : undefined);
    if (!one) return;
    // It may be tried again, for example when the service answers again.
    if (!isProblem(error, 404)) remember(one);
  }
  await refreshFavorites(client);
}

async function latestOfService(): Promise<Done | undefined> {
  const { data } = await api.listBulkOperations({ per_page: 50 });
  const latest = data.find(({ undone_at: undone, changed }) => undone === null && changed > 0);
  return latest && { takeBack: () => undoOperation(latest), names: [] };
}

/** What it answers, once it is done in the background. */
export const undoOperation = async ({ id }: { id: string }) => untilUndone((await api.undoBulkOperation(id)).data);

export const untilUndone = async (answer: UndoAnswer): Promise<UndoAnswer> =>
  (await untilDone(answer, ({ undo: told }) => told, messages.common.undo)) ?? answer;

const LOOK_AGAIN_MS = 1_000;

/**
 * Says how far something in the background is, until it is done, also where the service is away meanwhile.
 * @param of what the service tells of it; null = something else has ended it
 * @param onUndo ends it
 */
export async function untilDone<Answer extends BulkAnswer | UndoAnswer>(
  first: Answer,
  of: (told: BulkOutcome) => Answer | null,
  what: string,
  said: Pick<Done, 'toast'> = {},
  onUndo?: () => void,
): Promise<Answer | null> {
  if (first.state === 'done') return first;
  const text = followed('');
  const message = <Progress text={text} {...(onUndo && { onUndo })} />;
  said.toast = toast('done', { role: 'status', autoClose: false, message });
  let now: Answer | null = first;
  while (now?.state === 'running') {
    text.set(words.progress(what, 'done' in now ? now.done : now.restored + now.skipped_total, now.matched));
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    try {
      now = of((await api.getBulkOperation(first.id)).data);
    } catch (error) {
      if (isProblem(error, 401) || isProblem(error, 404)) now = null;
    }
  }
  hideToast(said.toast);
  return now;
}

const Progress = ({ text, ...rest }: { text: { use(): string }; onUndo?: () => void }) => (
  <DoneNote text={text.use()} {...rest} />
);

/** Ctrl-Z, on every screen: undoes the last thing that was done, then the one before it. */
export function UndoShortcut() {
  const client = useQueryClient();
  useShortcuts({ 'mod+Z': () => void undo(client) });
  return null;
}

/** What was done, with the way back. */
export function DoneNote({ text, details, onUndo }: { text: string; details?: string; onUndo?: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div>
        <Text size="sm" fw={500} lineClamp={3}>
          <bdi>{visibleText(text)}</bdi>
        </Text>
        {details && (
          <Text size="sm" c="dimmed" lineClamp={4}>
            {visibleText(details)}
          </Text>
        )}
      </div>
      {onUndo && <ToHistory />}
      {onUndo && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={onUndo}
          title={words.undoHint}
          aria-keyshortcuts="Control+Z"
          style={{ flex: 'none' }}
        >
          {messages.common.undo}
        </Button>
      )}
    </Group>
  );
}

/** A toast is outside of the router, which follows the address. */
const ToHistory = () => (
  <Anchor
    size="sm"
    href="/history"
    style={{ flex: 'none' }}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      window.history.pushState(null, '', '/history');
    }}
  >
    {words.toHistory}
  </Anchor>
);
