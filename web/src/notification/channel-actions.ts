import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { say, sayRefused } from '../parts/say';

const words = messages.channels;

/** What is done to a channel outside its form. What is refused is said in a note that stays until it is closed. */
export function useChannelActions({ id, name }: ChannelResponse) {
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['channels'] });
    void client.invalidateQueries({ queryKey: ['summary'] });
  };
  const shown = visibleText(name);
  const enable = useMutation({
    mutationFn: (enabled: boolean) => api.updateChannel(id, { enabled }),
    onSuccess: ({ data }) => {
      client.setQueryData(['channels', id], data);
      say(data.enabled ? words.switchedOn(shown) : words.switchedOff(shown));
    },
    onError: sayRefused,
    onSettled: refresh,
  });
  const confirmAgain = useMutation({
    mutationFn: () => api.resendChannelConfirmation(id),
    onSuccess: () => say(words.confirmationSent),
    onError: sayRefused,
    onSettled: refresh,
  });
  return { enable, confirmAgain };
}
