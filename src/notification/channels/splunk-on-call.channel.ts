import { Injectable } from '@nestjs/common';
import { type OutgoingAnswer, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Channel, type Delivery } from './channel';
import type { Prepared } from '../../common/settings/settings';
import { fitLetter, utf8Bytes } from './fit';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { incidentKey } from './incident-key';
import { inertText, mapTexts } from './inert-text';
import { type Letter, letterOf } from './letter';
import { plainText } from './lines';
import { withReference } from './reference';
import { type Outcome, outcomeOfHttp } from './outcome';
import { Setting } from '../../common/settings/setting';

const SERVER = 'https://alert.victorops.com/';
/** Bytes, in the stricter reading: Alertmanager cuts at as many characters, and the provider documents none. */
const MAX_STATE_MESSAGE = 20_480;

export class SplunkOnCallSettings {
  @Setting({
    title: 'API key',
    description: 'The part of the URL of the REST integration that stands after /alert/.',
    format: 'text',
    maxLength: 100,
    pattern: /^[A-Za-z0-9-]+$/,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @Setting({
    title: 'Routing key',
    description: 'Says which team hears of it.',
    format: 'text',
    maxLength: 200,
    pattern: /^[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/,
    secret: true,
    examples: ['software-updates'],
  })
  routing_key!: string;

  @Setting({
    title: 'Message type',
    description: 'INFO is a line in the timeline and wakes nobody. WARNING and CRITICAL may open an incident.',
    format: 'text',
    maxLength: 8,
    values: ['INFO', 'WARNING', 'CRITICAL'],
    optional: true,
    default: 'INFO',
    examples: ['INFO'],
  })
  message_type?: string;

  @Setting({
    title: 'Server',
    description: 'Only for something that stands in for Splunk On-Call.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    default: SERVER,
    examples: ['https://alert.victorops.com/'],
  })
  server?: string;
}

/**
 * The REST endpoint of Splunk On-Call (VictorOps), whose URL holds the key:
 * https://help.splunk.com/en/splunk-enterprise/alert-and-respond/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call
 */
@Injectable()
export class SplunkOnCallChannel extends Channel<SplunkOnCallSettings> {
  readonly type = 'splunk-on-call';
  readonly title = 'Splunk On-Call';
  readonly settingsClass = SplunkOnCallSettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: SplunkOnCallSettings): Prepared<SplunkOnCallSettings> {
    return withCheckedServer(this.http, settings);
  }

  async send({ id, settings, message }: Delivery<SplunkOnCallSettings>): Promise<Outcome> {
    const own = {
      message_type: settings.message_type ?? 'INFO',
      entity_id: incidentKey(id, message),
      monitoring_tool: 'Software update tracker',
      state_start_time: Math.floor(Date.parse(message.timestamp) / 1000),
    };
    const render = (letter: Letter) => ({
      ...own,
      entity_display_name: letter.subject,
      state_message: plainText(letter),
    });
    const fits = (body: ReturnType<typeof render>) => utf8Bytes(body.state_message) <= MAX_STATE_MESSAGE;
    const letter = mapTexts(withReference(letterOf(message), id), inertText);
    return exchange(this.http, jsonPost(urlOf(settings), fitLetter(letter, render, fits)), judge);
  }
}

function urlOf({ server = SERVER, api_key, routing_key }: SplunkOnCallSettings): string {
  return under(server, 'integrations', 'generic', '20131114', 'alert', api_key, routing_key);
}

/** The answer to what was taken is `{"result":"success"}`; anything else that it says of itself is no success. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  const { result } = jsonOf(answer);
  if (outcome.kind === 'ok' && typeof result === 'string' && result !== 'success')
    return { kind: 'dead', reason: 'Splunk On-Call did not take the message', code: answer.status };
  return outcome;
}
