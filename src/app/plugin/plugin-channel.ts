import { secretsIn, withoutSecrets } from '../../common/settings/secret-texts';
import type { Prepared } from '../../common/settings/settings';
import { type Outcome, Channel, CHANNEL_CATEGORIES, type Delivery } from '../../notification/providers/channel';
import { faultOfPart, isText, prepareBy } from './part-faults';
import type { PluginCalls } from './plugin-calls';

/** Of one attempt, as `Channel.send` has it. */
const LONGEST_MS = 60_000;
const LONGEST_REASON = 500;
const LONGEST_AFTER = 86_400;
const KINDS: unknown[] = ['ok', 'retry', 'dead', 'disable'] satisfies Outcome['kind'][];
const FLAGS = ['unknown', 'refusal', 'wholeHost', 'hidden'] as const;

/** Where a part is from. */
export interface Origin {
  calls: PluginCalls;
  docs: string;
}

/** A channel of a plug-in, whose answers are checked. */
export class PluginChannel extends Channel {
  readonly type;
  readonly title;
  readonly category;
  readonly description;
  readonly settingsClass;
  readonly retryProfile = 'http';
  override readonly interval: number;
  override readonly plugin: string;
  override readonly docs: string;
  override readonly rotate?: (settings: object) => Prepared;
  private readonly calls: PluginCalls;

  /** @throws Error that says what is wrong with it */
  constructor(
    private readonly own: Channel,
    { calls, docs }: Origin,
  ) {
    super();
    const fault = faultOf(own);
    if (fault !== null) throw new Error(`The channel ${String(own.type)}: ${fault}`);
    this.type = own.type;
    this.title = own.title;
    this.category = own.category;
    this.description = own.description;
    this.settingsClass = own.settingsClass;
    this.interval = own.interval;
    this.plugin = calls.plugin;
    this.docs = docs;
    this.calls = calls;
    if (own.rotate)
      this.rotate = (settings) => prepareBy(calls, own.settingsClass, settings, () => own.rotate!(settings));
  }

  /** A plug-in that fails here must not take the list of all types with it. */
  override unavailableBecause(): string | null {
    try {
      const reason = this.calls.runSync(() => this.own.unavailableBecause?.() ?? null);
      return reason === null ? null : String(reason).slice(0, LONGEST_REASON);
    } catch {
      this.calls.state.ended(true);
      return `cannot be used here: the plug-in ${this.plugin} fails`;
    }
  }

  override prepare(settings: object): Prepared {
    const make = () => this.own.prepare?.(settings) ?? { settings };
    return prepareBy(this.calls, this.settingsClass, settings, make);
  }

  async send(delivery: Delivery): Promise<Outcome> {
    const secrets = secretsIn(this.settingsClass, delivery.settings, delivery.previous);
    try {
      const given = await this.calls.run(LONGEST_MS, () => this.own.send(delivery), secrets);
      const outcome = checkedOutcome(given, this.calls.formsWith(secrets));
      this.calls.state.ended(false);
      return outcome;
    } catch (error) {
      this.calls.state.ended(true);
      throw error;
    }
  }
}

function faultOf(own: Channel): string | null {
  if (!CHANNEL_CATEGORIES.includes(own.category)) return `category must be one of ${CHANNEL_CATEGORIES.join(', ')}`;
  if (!isText(own.description, 200)) return 'description must be a text of up to 200 characters';
  if (own.retryProfile !== 'http') return 'retryProfile must be http';
  if (typeof own.send !== 'function') return 'send must be a method';
  const { interval } = own;
  if (!Number.isFinite(interval) || interval < 0 || interval > 3_600) return 'interval must be 0 to 3600 seconds';
  if (own.recipient) return 'recipient is for mail, which plug-ins do not send';
  return faultOfPart(own);
}

/** What the service knows of an outcome. @throws Error when it is none */
function checkedOutcome(given: unknown, forms: string[]): Outcome {
  const outcome = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<keyof Outcome, unknown>>;
  const { kind, reason, code, after, excerpt } = outcome;
  if (!KINDS.includes(kind)) throw new Error(`send must return an outcome of the kind ${KINDS.join(', ')}`);
  const flags = FLAGS.filter((flag) => outcome[flag] === true).map((flag) => [flag, true]);
  return {
    kind: kind as Outcome['kind'],
    ...(typeof reason === 'string' && { reason: withoutSecrets(reason.slice(0, LONGEST_REASON), forms) }),
    ...((Number.isSafeInteger(code) || isText(code, 32)) && { code: code as number | string }),
    ...(typeof after === 'number' && after >= 0 && { after: Math.min(LONGEST_AFTER, Math.ceil(after)) }),
    ...(typeof excerpt === 'string' && { excerpt: withoutSecrets(excerpt.slice(0, 500), forms) }),
    ...Object.fromEntries(flags),
  };
}
