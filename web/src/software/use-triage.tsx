import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Triage, type TriageInput, writeTriage } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { toast } from '../parts/toast';
import { type Done, DoneNote, refreshFavorites, remember, undo } from '../parts/undo';

const words = vulnerabilities;

/** Decides about a vulnerability, or takes a decision back (null), with the way to what was before. */
export function useTriage(favorite: string, id: string, before: Triage | null) {
  const client = useQueryClient();
  const former = before && { state: before.state, reason: before.reason, until: before.until };
  return useMutation({
    mutationFn: (next: TriageInput | null) => writeTriage(favorite, id, next),
    onSuccess: (_answer, next) => {
      const done: Done = {
        results: Promise.resolve([]),
        takeBack: () => writeTriage(favorite, id, former),
        names: [id],
      };
      remember(done);
      done.toast = toast('done', {
        color: 'accent',
        message: <DoneNote text={next ? words.done(id) : words.removed(id)} onUndo={() => void undo(client, done)} />,
      });
      return refreshFavorites(client);
    },
  });
}
