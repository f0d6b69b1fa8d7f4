import { Anchor, Button, Group, Text } from './ui';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { type BulkAnswer, latestOperation, undoOperation } from '../api/bulk';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { namesOf } from './favorites-cache';
import { visibleText } from './name';
import { useShortcuts } from './shortcuts';
import { hideToast, toast } from './toast';

const words = messages.actions;

/** One thing that somebody did, which may not have been answered yet. */
export interface Done {
  /** Answers of operations that the service undoes. */
  results: Promise<Pick<BulkAnswer, 'id'>[] | null>;
  /** For what is not such an operation: does the opposite. */
  takeBack?: () => Promise<unknown>;
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
  const one: Done = { results: Promise.resolve([]), takeBack, names: [name] };
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
export const refreshFavorites = (client: QueryClient) =>
  Promise.all(
    [['favorites'], ['summary'], ['software']].map((queryKey) => client.invalidateQueries({ queryKey })),
  ).then(() => undefined);

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
  const one = given ?? done.at(-1) ?? (await latestOfService());
  if (one === null) return;
  if (one === undefined) return void say('gray', words.nothingToUndo);
  forget(one);
  hideToast(one.toast);
  const results = await one.results;
  if (results === null) return;
  try {
    await one.takeBack?.();
    const undone = [];
    for (const { id } of results) undone.push(await undoOperation(id));
    const restored = undone.reduce((sum, { restored: count }) => sum + count, 0);
    const skipped = undone.flatMap((part) => part.skipped.map(({ favorite }) => favorite));
    const count = one.takeBack ? one.names.length : restored;
    const text = skipped.length > 0 ? words.notUndone(namesOf(client, skipped), skipped.length) : undefined;
    say(skipped.length > 0 ? 'yellow' : 'gray', words.undone(one.names, count), text);
  } catch (error) {
    // It may be tried again, for example when the service answers again.
    if (!isProblem(error, 404)) remember(one);
    say('red', words.undoFailed, error instanceof Error ? error.message : undefined);
  }
  await refreshFavorites(client);
}

let isAsking = false;

/** @returns undefined when there is nothing; null when somebody asks already, or nobody answers, which is said */
async function latestOfService(): Promise<Done | undefined | null> {
  if (isAsking) return null;
  isAsking = true;
  try {
    const operation = await latestOperation();
    return operation && { results: Promise.resolve([operation]), names: [] };
  } catch (error) {
    say('red', words.undoFailed, error instanceof Error ? error.message : undefined);
    return null;
  } finally {
    isAsking = false;
  }
}

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
