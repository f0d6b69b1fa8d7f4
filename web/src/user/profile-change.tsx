import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { ProfileResponse, UpdateProfileDto } from '../api/generated';
import { profileQuery } from '../api/profile';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { sayRefused } from '../parts/say';
import { toast } from '../parts/toast';
import { DoneNote } from '../parts/undo';

export interface ProfileChange {
  /** What is changed, in words. */
  what: string;
  to: UpdateProfileDto;
}

/** Changes the profile at once on the page, and says so with the way back. */
export function useProfileChange() {
  const client = useQueryClient();
  const { queryKey } = profileQuery;
  const change = useMutation({
    mutationFn: ({ to }: ProfileChange) => api.updateProfile(to),
    onMutate: async ({ to }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (profile: ProfileResponse | undefined) => profile && { ...profile, ...to });
      return before;
    },
    onSuccess: ({ data }, { what, to }, before) => {
      client.setQueryData(queryKey, data);
      const former =
        before && Object.fromEntries(Object.keys(to).map((name) => [name, before[name as keyof typeof before]]));
      const undo = former && (() => change.mutate({ what, to: former }));
      toast('done', {
        message: <DoneNote text={messages.user.profile.changed(what)} {...(undo ? { onUndo: undo } : {})} />,
      });
    },
    onError: (error, _change, before) => {
      if (before) client.setQueryData(queryKey, before);
      // What a field shows itself is not said twice.
      if (!isProblem(error, 422)) sayRefused(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return change;
}
