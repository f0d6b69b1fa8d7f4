import { isDeepStrictEqual } from 'node:util';
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

/**
 * The columns that the input gives another value. To switch on a channel that is not well, or to send its settings again, is a change
 * too: its record begins anew.
 */
export function changesOf(store: ChannelStore, row: ChannelRow, input: UpdateChannelDto): ChannelChanges {
  const given: [keyof ChannelRow, Parameter | undefined][] = [
    ['name', input.name?.trim()],
    ['is_default', asNumber(input.is_default)],
    ['enabled', asNumber(input.enabled)],
    ['digest', input.digest && storeDigest(input.digest)],
    ['quiet_hours', input.quiet_hours === undefined ? undefined : storeQuietHours(input.quiet_hours)],
  ];
  const isRepair = (column: string) => column === 'enabled' && input.enabled === true && row.state !== 'ok';
  const columns = given.filter(
    (entry): entry is [keyof ChannelRow, Parameter] =>
      entry[1] !== undefined && (entry[1] !== row[entry[0]] || isRepair(entry[0])),
  );
  const { settings, shownOnce } = settingsAfter(store, row, input);
  return { columns: [...columns, ...settings], shownOnce };
}

/** As the database has it. */
const asNumber = (flag: boolean | undefined) => (flag === undefined ? undefined : Number(flag));

/** What is not set is not stored. */
const asStored = (settings: object): unknown => JSON.parse(JSON.stringify(settings));

function settingsAfter(
  store: ChannelStore,
  row: ChannelRow,
  input: UpdateChannelDto,
): { settings: ChannelChanges['columns']; shownOnce?: Record<string, unknown> } {
  if (input.settings === undefined) return { settings: [] };
  const { channel, before, prepared } = acceptedOf(store, row, input.settings);
  const isSame = before !== null && isDeepStrictEqual(asStored(prepared.settings), asStored(before));
  if (isSame && row.state === 'ok') return { settings: [] };
  const sealed = store.sealChanged(channel, row.id, row.settings, prepared.settings);
  return {
    settings: [
      ['settings', sealed],
      ['lane', laneOf(channel, prepared.settings)],
    ],
    shownOnce: prepared.shownOnce,
  };
}

/** @throws Problem invalid-body */
export function accept(channel: Channel, input: object, stored?: object): Prepared {
  return asProblem(() => {
    if (stored) demandSecretsAgain(channel.settingsClass, input, stored);
    return acceptSettings(channel, input, stored);
  });
}

/** In place of settings that cannot be read, complete ones are taken as for a new channel. */
function acceptedOf(
  store: ChannelStore,
  row: ChannelRow,
  input: object,
): { channel: Channel; before: object | null; prepared: Prepared } {
  const channel = store.type(row.type);
  if (!channel) throw Problem.field('settings', `cannot be changed: this version does not know the type ${row.type}`);
  if (store.isReadable(row.id, row.settings)) {
    const before = store.open(channel, row.id, row.settings);
    return { channel, before, prepared: accept(channel, input, before) };
  }
  asProblem(() => demandAllSecrets(channel.settingsClass, input));
  return { channel, before: null, prepared: accept(channel, input) };
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
