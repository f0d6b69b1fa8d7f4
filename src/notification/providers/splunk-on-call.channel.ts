import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { fitContent, utf8Bytes } from '../rendering/fit';
import { incidentKey } from './incident-key';
import { inertText, mapTexts } from '../rendering/inert-text';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { ChoiceSetting, ServerSetting, Setting } from '../../common/settings/setting';

const SERVER = 'https://alert.victorops.com/';
/** Bytes. The provider documents no limit; Alertmanager cuts at as many characters. */
const MAX_STATE_MESSAGE = 20_480;

export class SplunkOnCallSettings {
  @Setting({
    title: 'API key',
    description: 'The part after /alert/ in the URL of the REST integration.',
    maxLength: 100,
    pattern: /^[A-Za-z0-9-]+$/,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @Setting({
    title: 'Routing key',
    description: 'Determines which team is notified.',
    maxLength: 200,
    pattern: /^\.*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/,
    secret: true,
    examples: ['software-updates'],
  })
  routing_key!: string;

  @ChoiceSetting('Message type', 'INFO is only listed in the timeline. WARNING and CRITICAL may open an incident.', [
    'INFO',
    'WARNING',
    'CRITICAL',
  ])
  message_type?: string;

  @ServerSetting('Only for a service that stands in for Splunk On-Call.', SERVER)
  server?: string;
}

/**
 * The REST endpoint of Splunk On-Call (VictorOps), whose URL holds the key:
 * https://help.splunk.com/en/splunk-enterprise/alert-and-respond/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call
 */
@NotificationChannel()
export class SplunkOnCallChannel extends HttpChannel<SplunkOnCallSettings> {
  readonly type = 'splunk-on-call';
  readonly title = 'Splunk On-Call';
  readonly category = 'on-call';
  readonly description = 'A line in the timeline of Splunk On-Call (VictorOps), or an incident.';
  readonly settingsClass = SplunkOnCallSettings;

  async send({ id, settings, message }: Delivery<SplunkOnCallSettings>): Promise<Outcome> {
    const own = {
      message_type: settings.message_type ?? 'INFO',
      entity_id: incidentKey(id, message),
      monitoring_tool: 'Software update tracker',
      state_start_time: Math.floor(Date.parse(message.timestamp) / 1000),
    };
    const render = (content: MessageContent) => ({
      ...own,
      entity_display_name: content.subject,
      state_message: plainText(content),
    });
    const fits = (body: ReturnType<typeof render>) => utf8Bytes(body.state_message) <= MAX_STATE_MESSAGE;
    const content = mapTexts(withReference(contentOf(message), id), inertText);
    return exchange(this.http, jsonPost(urlOf(settings), fitContent(content, render, fits)), judge);
  }
}

function urlOf({ server = SERVER, api_key, routing_key }: SplunkOnCallSettings): string {
  return under(server, 'integrations', 'generic', '20131114', 'alert', api_key, routing_key);
}

/** Success is `{"result":"success"}`; any other result is a failure. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  const { result } = jsonOf(answer);
  if (outcome.kind === 'ok' && typeof result === 'string' && result !== 'success')
    return { kind: 'dead', reason: 'Splunk On-Call did not take the message', code: answer.status };
  return outcome;
}
