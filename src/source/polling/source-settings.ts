import { Injectable } from '@nestjs/common';
import type { OutgoingHttp, OutgoingRequest } from '../../common/outgoing-http/outgoing-http';
import { within } from '../../common/concurrency/within';
import { SecretBox, SecretError } from '../../common/secret-box';
import { addressesOf, secretFields } from '../../common/settings/setting';
import {
  acceptSettings,
  assertAllSecrets,
  SettingsError,
  sortedText,
  withoutMasks,
} from '../../common/settings/settings';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { SealedTable } from '../../database/sealed-table';
import { isOperatorsToken } from '../sources/forge-token';
import type { Source } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import { SourceRegistry } from '../sources/source-registry';
import { NotModified, SourceWeb } from '../../common/fetch/source-web';
import { ofPlugin } from './plugin-shares';
import type { SourceRow } from './software-source.repository';
import { nameOfHost } from './source-host.repository';

/** The source of a product, as a request sets it. */
export interface SourceInput {
  type: string;
  settings: unknown;
  /** Seconds between two polls; null = by the age of the last release. */
  interval: number | null;
}

/** Validated input. */
export interface AcceptedSource {
  source: Source;
  settings: object;
  interval: number | null;
  /** As of `destinationOf`. */
  destination: string;
  /** The product's current source. */
  before: SourceRow | undefined;
}

/** Opened settings that are cached: some megabytes. */
const MAX_OPENED = 10_000;

/** Settings of sources, which are sealed as a whole. */
@Injectable()
export class SourceSettings {
  /** By product. Without it, decryption would take as long as the rest of a poll that gets a 304. */
  private readonly opened = new Map<string, { sealed: string; settings: object }>();
  /** All stored settings, for checking and rotating the key. */
  readonly sealed: SealedTable;

  constructor(
    private readonly registry: SourceRegistry,
    private readonly secrets: SecretBox,
    private readonly config: Config,
    database: Database,
  ) {
    this.sealed = new SealedTable(database, secrets, { table: 'software_source', id: 'software_id', boundTo });
  }

  /** Undefined for a type that only a newer version of the service knows. */
  find(type: string): Source | undefined {
    return this.registry.get(type);
  }

  /** Validates without secrets that are stored. @throws SettingsError naming `type` or the setting */
  check({ type, settings }: SourceInput): void {
    acceptSettings(this.registry.require(type), settings);
  }

  /** As `destinationOf`. */
  hostOf(source: Source, settings: object): Promise<string> {
    return destinationOf(source, settings, (credentials) => this.fingerprint(credentials));
  }

  /** Validated settings, without secrets. @throws SettingsError naming `type` or the setting */
  publicForm({ type, settings }: SourceInput): Record<string, unknown> {
    const source = this.registry.require(type);
    return publicOf(source, acceptSettings(source, settings).settings);
  }

  /**
   * Validates the source of a product. A secret that is left out keeps its value while type and addresses stay the same: whoever may
   * set sources must not learn the secrets of others by sending them elsewhere.
   * @param before the stored row, which the transaction has locked
   * @throws SettingsError naming `type` or the setting
   */
  async accept(softwareId: string, input: SourceInput, before: SourceRow | undefined): Promise<AcceptedSource> {
    const source = this.registry.require(input.type);
    const accept = async (given: unknown, stored?: object) => {
      const { settings } = acceptSettings(source, given, stored);
      const destination = await this.hostOf(source, settings);
      return { source, settings, interval: input.interval, destination, before };
    };
    if (before?.type !== source.type) return accept(input.settings);
    const stored = this.openIfReadable(softwareId, source, before.settings);
    if (!stored) {
      const complete = await accept(input.settings);
      assertAllSecrets(source.settingsClass, complete.settings);
      return complete;
    }
    const kept = await accept(input.settings, stored);
    const isSamePlace =
      nameOfHost(kept.destination) === nameOfHost(before.host) && haveSameAddresses(source, kept.settings, stored);
    return isSamePlace ? kept : accept(withoutMasks(source.settingsClass, input.settings, stored));
  }

  seal(softwareId: string, settings: object): string {
    const sealed = this.secrets.seal(JSON.stringify(settings), boundTo(softwareId));
    this.remember(softwareId, sealed, settings);
    return sealed;
  }

  /** @throws SecretError when they are damaged, or sealed with another key */
  open(softwareId: string, source: Source, sealed: string): object {
    const known = this.opened.get(softwareId);
    if (known?.sealed === sealed) return known.settings;
    const stored = parse(this.secrets.open(sealed, boundTo(softwareId)));
    const settings = Object.assign(new source.settingsClass(), stored);
    this.remember(softwareId, sealed, settings);
    return settings;
  }

  private remember(softwareId: string, sealed: string, settings: object): void {
    if (this.opened.size >= MAX_OPENED) this.opened.clear();
    this.opened.set(softwareId, { sealed, settings: Object.freeze(settings) });
  }

  /** Of the settings of the API, which a product does not have yet. @throws SettingsError */
  acceptNew({ type, settings }: Pick<SourceInput, 'type' | 'settings'>): { source: Source; settings: object } {
    const source = this.registry.require(type);
    return { source, settings: acceptSettings(source, settings).settings };
  }

  /** @throws SettingsError when this version does not know the type, or the settings cannot be opened: they are to be given again */
  stored(softwareId: string, row: Pick<SourceRow, 'type' | 'settings'>): { source: Source; settings: object } {
    const source = this.registry.require(row.type);
    const settings = this.openIfReadable(softwareId, source, row.settings);
    if (settings) return { source, settings };
    throw new SettingsError([{ field: 'settings', message: 'cannot be read as they are stored: give them again' }]);
  }

  /** Without secrets, as a catalogue file may have them. */
  openPublic(softwareId: string, source: Source, sealed: string): Record<string, unknown> {
    return publicOf(source, this.open(softwareId, source, sealed));
  }

  /** Whether nothing has changed. */
  isSame(softwareId: string, { source, settings, interval, before }: AcceptedSource): boolean {
    if (before?.type !== source.type || before.interval_seconds !== interval) return false;
    const stored = this.openIfReadable(softwareId, source, before.settings);
    return stored !== null && sortedText(stored) === sortedText(settings);
  }

  /** Whether at most secrets and the interval have changed: what was listed before still counts. */
  isSamePlace(softwareId: string, { source, settings, before }: AcceptedSource): boolean {
    if (before?.type !== source.type) return false;
    const stored = this.openIfReadable(softwareId, source, before.settings);
    return stored !== null && sortedText(publicOf(source, stored)) === sortedText(publicOf(source, settings));
  }

  /**
   * Null for a token of the operator: a source without a token of its own stays with the others of its host, whether and with which token
   * the operator runs the service.
   */
  private fingerprint(credentials: string): string | null {
    return isOperatorsToken(credentials, this.config) ? null : this.secrets.fingerprint(credentials);
  }

  /** Null when they cannot be opened: new ones may replace them. */
  private openIfReadable(softwareId: string, source: Source, sealed: string): object | null {
    try {
      return this.open(softwareId, source, sealed);
    } catch (error) {
      if (error instanceof SecretError) return null;
      throw error;
    }
  }
}

const boundTo = (softwareId: string) => `source:${softwareId}`;

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new SecretError('damaged', 'The sealed text does not hold settings');
  }
}

/** Whole addresses: the scheme decides who can read what is sent, and one host may have many owners. */
const haveSameAddresses = ({ settingsClass }: Source, settings: object, others: object) =>
  JSON.stringify(addressesOf(settingsClass, settings)) === JSON.stringify(addressesOf(settingsClass, others));

function publicOf(source: Source, settings: object): Record<string, unknown> {
  const secret = new Set(secretFields(source.settingsClass));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name)));
}

const MAX_LENGTH = 255;
const CREDENTIALS = /^(authorization|private-token)$/i;

type Fingerprint = (credentials: string) => string | null;

/** A fetch that ends so has not failed. */
class FirstRequest extends NotModified {
  constructor(readonly request: OutgoingRequest) {
    super();
  }
}

/** Milliseconds: nothing is sent, so only a plug-in takes long. */
const LONGEST_ASIDE = 5_000;

/** Sends nothing: ends the fetch with its first request. */
const recorder: Pick<OutgoingHttp, 'request'> = {
  request: (request) => {
    throw new FirstRequest(request);
  },
};

/**
 * Which host's rate limits a source falls under (`SourceHost`), by the first request that it would send. Hosts count by credentials, so
 * a source with its own does not wait for those without; and by plug-in, so that none waits for those of a plug-in. Empty when it would send none,
 * the plug-in where that is one's.
 * @param fingerprint tells credentials apart without revealing them; null = they are the operator's, as if there were none
 */
export async function destinationOf<S extends object>(
  source: Source<S>,
  settings: S,
  fingerprint: Fingerprint,
): Promise<string> {
  try {
    const late = () => new Error(`${source.type} does not say where it asks`);
    await within(LONGEST_ASIDE, source.fetch(settings, new SourceWeb(recorder)), late);
  } catch (thrown) {
    if (thrown instanceof FirstRequest) return nameOf(thrown.request, fingerprint, source.plugin);
    // What a plug-in does wrong shows when it is polled.
    if (!(thrown instanceof SourceError) && source.plugin === null) throw thrown;
  }
  return source.plugin ?? '';
}

function nameOf({ url, headers = {} }: OutgoingRequest, fingerprint: Fingerprint, plugin: string | null): string {
  const [, credentials] = Object.entries(headers).find(([name]) => CREDENTIALS.test(name)) ?? [];
  const print = credentials ? fingerprint(credentials) : null;
  const ending = (print === null ? '' : `#${print}`) + (plugin === null ? '' : ofPlugin(plugin));
  return new URL(url).host.slice(0, MAX_LENGTH - ending.length) + ending;
}
