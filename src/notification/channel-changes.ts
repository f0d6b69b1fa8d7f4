import { Problem } from '../common/problem/problem';
import {
  demandAllSecrets,
  acceptSettings,
  demandSecretsAgain,
  type Prepared,
  SettingsError,
} from '../common/settings/settings';
import type { Parameter } from '../database/database';
import type { ChannelRow } from './channel.service';
import type { ChannelStore } from './channel-store';
import type { Channel } from './channels/channel';
import { storeDigest, storeQuietHours } from './digest/stored-timing';
import type { UpdateChannelDto } from './dto/channel.dto';
import { laneOf } from './lane';

/** What a request changes of a channel. */
export interface ChannelChanges {
  columns: [column: string, value: Parameter][];
  /** Secrets that the service made, for the answer. */
  shownOnce?: Record<string, unknown>;
}

export function changesOf(store: ChannelStore, row: ChannelRow, input: UpdateChannelDto): ChannelChanges {
  const columns: ChannelChanges['columns'] = [];
  if (input.name !== undefined) columns.push(['name', input.name.trim()]);
  if (input.is_default !== undefined) columns.push(['is_default', input.is_default]);
  if (input.enabled !== undefined) columns.push(['enabled', input.enabled]);
  if (input.digest !== undefined) columns.push(['digest', storeDigest(input.digest)]);
  if (input.quiet_hours !== undefined) columns.push(['quiet_hours', storeQuietHours(input.quiet_hours)]);
  if (input.settings === undefined) return { columns };
  const { channel, prepared } = acceptedOf(store, row, input.settings);
  const sealed = store.sealChanged(channel, row.id, row.settings, prepared.settings);
  columns.push(['settings', sealed], ['lane', laneOf(channel, prepared.settings)]);
  return { columns, shownOnce: prepared.shownOnce };
}

/** @throws Problem invalid-body */
export function accept(channel: Channel, input: object, stored?: object): Prepared {
  return asProblem(() => {
    if (stored) demandSecretsAgain(channel.settingsClass, input, stored);
    return acceptSettings(channel, input, stored);
  });
}

/** In place of settings that cannot be read, complete ones are taken as for a new channel. */
function acceptedOf(store: ChannelStore, row: ChannelRow, input: object): { channel: Channel; prepared: Prepared } {
  const channel = store.type(row.type);
  if (!channel) throw Problem.field('settings', `cannot be changed: this version does not know the type ${row.type}`);
  if (store.isReadable(row.id, row.settings))
    return { channel, prepared: accept(channel, input, store.open(channel, row.id, row.settings)) };
  asProblem(() => demandAllSecrets(channel.settingsClass, input));
  return { channel, prepared: accept(channel, input) };
}

function asProblem<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const errors = error.problems.map(({ field, message }) => ({ field: `settings.${field}`, message }));
    throw new Problem('invalid-body', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  }
}
