import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { ProfileResponse, UpdateProfileDto } from '../api/generated';
import { profileQuery } from '../api/profile';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { sayRefused } from '../parts/say';
import { toast } from '../parts/toast';
import { DoneNote } from '../parts/undo';

export interface ProfileChange {
  /** What is changed, in words. */
  what: string;
  to: UpdateProfileDto;
}

/** Changes the profile at once on the page, and says so with the way back. @param fields whose errors the caller shows */
export function useProfileChange(...fields: (keyof UpdateProfileDto)[]) {
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
      const { rest } = fieldErrorsOf(error, (field) => (fields as string[]).includes(field));
      if (rest !== null) sayRefused(rest);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return change;
}
