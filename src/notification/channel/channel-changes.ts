import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../api/problem/problem';
import {
  acceptSettings,
  assertAllSecrets,
  assertSecretsAgain,
  type Prepared,
  SettingsError,
} from '../../common/settings/settings';
import type { ChannelRow, ChannelValues } from '../channel-state/channel.repository';
import { type ChannelSettingsService, destinationOf } from '../channel-state/channel-settings.service';
import { storeDigest, storeQuietHours } from '../delivery/digest/timing';
import type { Channel } from '../providers/channel';
import type { ChannelRegistry } from '../providers/channel-registry';
import type { UpdateChannelDto } from './dto/channel.dto';

/** The changes of a channel by a request. */
export interface ChannelChanges {
  values: Partial<ChannelValues>;
  /** The changed fields, as the API names them. */
  fields: string[];
  /** Secrets that the service made, for the answer. */
  shownOnce?: Record<string, unknown>;
}

/**
 * The values that the input changes. Switching on a channel that is not `ok`, or sending its settings again, is a change too: it clears the
 * failures.
 */
export function changesOf(
  sealing: ChannelSettingsService,
  channel: Channel | undefined,
  row: ChannelRow,
  input: UpdateChannelDto,
  page: string,
): ChannelChanges {
  const { name, is_default, enabled, digest, quiet_hours, notes } = input;
  const changes: ChannelChanges = { values: {}, fields: [] };
  const set = <K extends keyof ChannelValues>(
    field: keyof ChannelRow,
    key: K,
    value: ChannelValues[K] | undefined,
    isRepair = false,
  ) => {
    const stored = typeof value === 'boolean' ? Number(value) : value;
    if (value === undefined || (stored === row[field] && !isRepair)) return;
    changes.values[key] = value;
    changes.fields.push(field);
  };
  set('name', 'name', name?.trim());
  set('is_default', 'isDefault', is_default);
  set('enabled', 'enabled', enabled, enabled === true && row.state !== 'ok');
  set('digest', 'digest', digest && storeDigest(digest));
  set('quiet_hours', 'quietHours', quiet_hours === undefined ? undefined : storeQuietHours(quiet_hours));
  set('notes', 'notes', notes);
  if (input.settings !== undefined) changeSettings(sealing, channel, row, input.settings, page, changes);
  return changes;
}

/** @throws Problem invalid-body when there is no such type, or no channel of it can be created */
export function usableType(registry: ChannelRegistry, type: string): Channel {
  const channel = registry.get(type);
  const types = registry.all().map((known) => known.type);
  if (!channel) throw Problem.field('type', `must be one of ${types.join(', ')}`);
  const unavailable = channel.unavailableBecause?.();
  if (unavailable) throw Problem.field('type', unavailable);
  return channel;
}

/** @throws Problem conflict when nothing can be sent through channels of this type here */
export function assertUsable(channel: Channel | undefined): void {
  const unavailable = channel?.unavailableBecause?.();
  if (unavailable) throw new Problem('conflict', `This type of channel ${unavailable}.`);
}

/** @throws Problem invalid-body */
export function accept(channel: Channel, input: object, page: string, stored?: object): Prepared {
  return asProblem(() => {
    if (stored) assertSecretsAgain(channel.settingsClass, input, stored);
    return acceptSettings(channel, input, stored, page);
  });
}

function changeSettings(
  sealing: ChannelSettingsService,
  channel: Channel | undefined,
  row: ChannelRow,
  input: object,
  page: string,
  changes: ChannelChanges,
): void {
  if (!channel) throw Problem.field('settings', `cannot be changed: this version does not know the type ${row.type}`);
  const before = sealing.isReadable(row.id, row.settings) ? sealing.open(channel, row.id, row.settings) : null;
  // In place of settings that cannot be read, complete ones are required, as for a new channel.
  if (before === null) asProblem(() => assertAllSecrets(channel.settingsClass, input));
  const { settings, shownOnce } = accept(channel, input, page, before ?? undefined);
  const isSame = before !== null && isDeepStrictEqual(asStored(settings), asStored(before));
  if (isSame && row.state === 'ok') return;
  changes.values.settings = sealing.sealChanged(channel, row.id, row.settings, settings);
  changes.values.destination = destinationOf(channel, settings);
  changes.fields.push('settings');
  changes.shownOnce = shownOnce;
}

/** Without undefined values. */
const asStored = (settings: object): unknown => JSON.parse(JSON.stringify(settings));

function asProblem<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const errors = error.problems.map(({ field, message }) => ({ field: `settings.${field}`, message }));
    throw new Problem('invalid-body', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  }
}
