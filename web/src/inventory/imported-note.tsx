import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { refreshInUse } from '../api/inventories';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { say } from '../parts/say';
import { toast } from '../parts/toast';
import { type Done, DoneNote, remember, undo } from '../parts/undo';

const words = messages.inventory.preview;
/** Milliseconds in which somebody may think better of it. */
const SHOWN = 15_000;

/** Says what an import has done, with the way back. @param changes '' = none */
export function sayImported(client: QueryClient, name: string, changes: string, uploadId: string | null): void {
  if (uploadId === null) return say(changes ? words.done(name, changes) : words.doneSame(name));
  const done: Done = {
    results: Promise.resolve([]),
    takeBack: async () => {
      await api.undoUpload(name, { upload: uploadId });
      await refreshInUse(client);
    },
    names: [words.importOf(name)],
  };
  remember(done);
  done.toast = toast('done', {
    autoClose: SHOWN,
    message: <DoneNote text={visibleText(words.done(name, changes))} onUndo={() => void undo(client, done)} />,
  });
}
