import { NotificationChannel } from '../../common/plugin/marks';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Config } from '../../config/config';
import { type Outcome, outcomeOfHttp, Channel, type Delivery } from './channel';
import { fitContent, utf16Units } from '../rendering/fit';
import { exchange, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { inertText, mapTexts } from '../rendering/inert-text';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { Setting } from '../../common/settings/setting';

/** UTF-16 units. Apprise forwards texts unchanged, and Discord, the strictest of the larger services, accepts 2,000 with the title. */
const MAX_BODY = 1_700;
const UNREACHABLE: unknown[] = ['connect', 'dns', 'tls'];

export class AppriseSettings {
  @Setting({
    title: 'Key',
    description: 'The key under which the operator stored your services. Anyone who knows it can send to them.',
    maxLength: 128,
    pattern: /^[A-Za-z0-9_-]{1,128}$/,
    secret: true,
    examples: ['team-updates'],
  })
  key!: string;

  @Setting({
    title: 'Tag',
    description: 'Sends only to the services with this tag. Enter one tag that a single service has.',
    maxLength: 64,
    pattern: /^[A-Za-z0-9_-]{1,64}$/,
    optional: true,
    examples: ['phone'],
  })
  tag?: string;
}

/**
 * The services stored under a key of the operator's Apprise API server: https://github.com/caronc/apprise-api. By default that has no
 * authentication and sends to any URL, so users enter a key and never an address.
 */
@NotificationChannel()
export class AppriseChannel extends Channel<AppriseSettings> {
  readonly type = 'apprise';
  readonly title = 'Apprise';
  readonly category = 'other';
  readonly description = 'The hundred services that Apprise supports, through an Apprise API server.';
  readonly settingsClass = AppriseSettings;
  readonly retryProfile = 'http';

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override unavailableBecause(): string | null {
    return this.config.appriseUrl ? null : 'cannot be used here: the operator has not configured APPRISE_URL';
  }

  async send({ id, settings, message }: Delivery<AppriseSettings>): Promise<Outcome> {
    const base = this.config.appriseUrl;
    if (!base) return { kind: 'retry', reason: 'APPRISE_URL is not configured', transport: true };
    const fits = ({ body }: { body: string }) => utf16Units(body) <= MAX_BODY;
    const texts = fitContent(mapTexts(withReference(contentOf(message), id), inertText), textsOf, fits);
    const body = { ...texts, type: 'info', format: 'text', ...(settings.tag ? { tag: settings.tag } : {}) };
    const request = jsonPost(under(base, 'notify', settings.key), body, { accept: 'application/json' });
    return blameOperator(await exchange(this.http, { ...request, trusted: true }, judge));
  }
}

function textsOf(content: MessageContent) {
  return { title: content.subject, body: plainText(content, { headline: false }) || content.headline };
}

/** See `apprise_api/api/views.py` of the server. */
function judge(answer: OutgoingAnswer): Outcome {
  const { status: code } = answer;
  if (code === 204)
    return { kind: 'dead', reason: 'Nothing is stored under this key on the Apprise server', code, refusal: true };
  if (code === 405 || code === 406)
    return { kind: 'dead', reason: 'The Apprise server calls itself and gave up', code };
  if (code === 424)
    return {
      kind: 'retry',
      reason: 'Apprise could not send to the service, or to one of several',
      code,
      unknown: true,
    };
  if (code === 401 || code === 403)
    return { kind: 'retry', reason: `The Apprise server does not let us in (${code})`, code, transport: true };
  return outcomeOfHttp(answer);
}

/** An unreachable server is the operator's problem. A slow one may be waiting for the user's service. */
function blameOperator(outcome: Outcome): Outcome {
  if (!UNREACHABLE.includes(outcome.code)) return outcome;
  return { ...outcome, reason: 'The Apprise server cannot be reached', transport: true };
}
