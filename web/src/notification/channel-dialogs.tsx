import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { visibleText } from '../parts/name';
import { SecretOnce } from '../parts/secret-once';
import type { SettingsSchema } from '../parts/setting-values';
import { say } from '../parts/say';
import { shownOnce } from './channel-values';

const words = messages.channels.channel;

/** The schema does not say whose secret the service makes itself; so far it is this type alone. */
const isRotatable = (schema: SettingsSchema | undefined, { type }: ChannelResponse) =>
  type === 'webhook' && schema?.properties.secret?.writeOnly === true;

/** A new signing secret, which is shown once. */
export function useSecretRotation(channel: ChannelResponse, schema: SettingsSchema | undefined) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<ReturnType<typeof shownOnce>>(null);
  const rotate = async () => {
    const { data } = await api.rotateChannelSecret(channel.id);
    setAsking(false);
    if (schema) setSecret(shownOnce(schema, {}, data));
    void client.invalidateQueries({ queryKey: ['channels'] });
  };
  const ask = () => setAsking(true);
  const dialogs = (
    <>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={words.rotateTitle}
        text={words.rotateText}
        action={words.rotate}
        color={undefined}
        onConfirm={rotate}
      />
      <SecretOnce
        title={visibleText(channel.name)}
        label={secret?.label ?? ''}
        secret={secret?.secret ?? null}
        onDone={() => setSecret(null)}
      />
    </>
  );
  return { isPossible: isRotatable(schema, channel), ask, dialogs };
}

/** Deletes a channel, after a question. */
export function useChannelRemoval({ id, name }: ChannelResponse) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const shown = visibleText(name);
  const remove = async () => {
    await api.deleteChannel(id);
    say(words.deleted(shown));
    await navigate({ to: '/channels' });
    client.removeQueries({ queryKey: ['channels', id] });
    for (const resource of ['channels', 'summary', 'notifications'])
      void client.invalidateQueries({ queryKey: [resource] });
  };
  const ask = () => setAsking(true);
  const dialog = (
    <Confirm
      opened={isAsking}
      onClose={() => setAsking(false)}
      title={words.deleteTitle(shown)}
      text={words.deleteText}
      action={messages.common.delete}
      onConfirm={remove}
    />
  );
  return { ask, dialog };
}
