import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import type { Delivery } from './channel';
import { HttpChannel } from './http-channel';
import type { SettingOptions } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { cutText, fitContent, utf16Units } from '../rendering/fit';
import { exchange, jsonPost } from './http-exchange';
import { incidentKey } from './incident-key';
import { inertText, mapTexts } from '../rendering/inert-text';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { type Outcome, outcomeOfHttp } from './outcome';

/** UTF-16 units; the documentation says characters. */
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
/** A new version should wake nobody. */
const PRIORITY = 'P5';

export const PRIORITY_SETTING: SettingOptions = {
  title: 'Priority',
  description: 'The priority of the alerts.',
  maxLength: 2,
  values: ['P1', 'P2', 'P3', 'P4', 'P5'],
  optional: true,
  default: PRIORITY,
  examples: [PRIORITY],
};

export interface AlertSettings {
  api_key: string;
  priority?: string;
  server?: string;
}

/**
 * The Alert API of Opsgenie, also offered by Jira Service Management at another address. An alert with the same `alias` is merged into the open
 * one.
 */
export abstract class OpsgenieAlertChannel<S extends AlertSettings> extends HttpChannel<S> {
  /** The address above `/v2/alerts`. */
  protected abstract baseOf(settings: S): string;

  async send({ id, settings, message }: Delivery<S>): Promise<Outcome> {
    const own = {
      alias: incidentKey(id, message),
      source: 'Software update tracker',
      priority: settings.priority ?? PRIORITY,
    };
    const render = (content: MessageContent) => ({ ...alertOf(content), ...own, details: { delivery: id } });
    const fits = ({ description }: { description: string }) => utf16Units(description) <= MAX_DESCRIPTION;
    // Some places show the description as HTML, so it must not contain tags.
    const body = fitContent(mapTexts(contentOf(message), inertText), render, fits);
    const headers = { authorization: `GenieKey ${settings.api_key}` };
    return exchange(this.http, jsonPost(under(this.baseOf(settings), 'v2', 'alerts'), body, headers), judge);
  }
}

function alertOf(content: MessageContent) {
  return {
    message: cutText(content.subject, MAX_MESSAGE),
    description: plainText(content),
    tags: ['software-update', ...(content.step ? [content.step] : [])],
  };
}

/** 202 means "will be processed"; only the provider's own log tells whether that became an alert. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (answer.status === 422) return { ...outcome, reason: 'Answered 422: the alert is refused as it is' };
  return outcome;
}
