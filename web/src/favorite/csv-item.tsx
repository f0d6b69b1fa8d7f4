import { Menu } from '../parts/ui';
import { useMutation } from '@tanstack/react-query';
import { useAwaySince } from '../api/connection';
import type { FavoriteFilter } from '../api/favorites';
import { readCsv } from '../api/feeds';
import { messages } from '../messages';
import { say, sayRefused } from '../parts/say';

const words = messages.sharing;

/** Saves the favorites that the list has, as a spreadsheet. */
export function CsvItem({ filter, sort }: { filter: FavoriteFilter; sort: string }) {
  const isAway = useAwaySince() !== null;
  const download = useMutation({
    mutationFn: () => readCsv(filter, sort),
    onSuccess: (file) => {
      save(file, 'favorites.csv');
      say(words.downloaded);
    },
    onError: sayRefused,
  });
  return (
    <Menu.Item disabled={isAway || download.isPending} onClick={() => download.mutate()}>
      {words.download}
    </Menu.Item>
  );
}

/** Long enough for the browser to have begun to read it. */
const KEPT = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
