import { NotificationChannel } from '../../common/plugin/marks';
import { HttpChannel } from './http-channel';
import { exchange, jsonPost, judgeBy, TOKEN_PATTERN } from './http-exchange';
import { ChoiceSetting, Setting, UrlSetting } from '../../common/settings/setting';
import type { Delivery, Outcome } from './channel';
import { under } from '../../common/settings/settings';
import { cutText, fitContent, utf16Units } from '../rendering/fit';
import { incidentKey } from './incident-key';
import { inertText, mapTexts } from '../rendering/inert-text';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';

/** UTF-16 units; the documentation says characters. */
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
/** A new version should wake nobody. */
const PRIORITY = 'P5';

export const PrioritySetting = () =>
  ChoiceSetting('Priority', 'The priority of the alerts.', ['P1', 'P2', 'P3', 'P4', 'P5'], PRIORITY);

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
const judge = judgeBy({ 422: { reason: 'Answered 422: the alert is refused as it is' } });

const SERVERS = { us: 'https://api.opsgenie.com/', eu: 'https://api.eu.opsgenie.com/' };
/** Atlassian supports Opsgenie until 5 April 2027. */
const ENDS = Date.parse('2027-04-06T00:00:00Z');

export class OpsgenieSettings {
  @Setting({
    title: 'API key',
    description: 'The key of an API integration in Opsgenie.',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['a1b2c3d4-0000-4000-8000-a1b2c3d4e5f6'],
  })
  api_key!: string;

  @ChoiceSetting('Region', 'The region of your Opsgenie account.', ['us', 'eu'])
  region?: string;

  @PrioritySetting()
  priority?: string;

  @UrlSetting(
    'Server',
    'Only for a service that stands in for Opsgenie. Overrides the region.',
    'https://api.opsgenie.com/',
    { optional: true },
  )
  server?: string;
}

/** An Opsgenie alert: https://docs.opsgenie.com/docs/alert-api#create-alert */
@NotificationChannel()
export class OpsgenieChannel extends OpsgenieAlertChannel<OpsgenieSettings> {
  readonly type = 'opsgenie';
  readonly title = 'Opsgenie (ends in April 2027)';
  readonly category = 'on-call';
  readonly description = 'An alert in Opsgenie, until Atlassian ends it on 5 April 2027.';
  readonly settingsClass = OpsgenieSettings;

  /** Existing channels continue until Opsgenie itself refuses. */
  override unavailableBecause(): string | null {
    if (Date.now() < ENDS) return null;
    return 'is no longer offered: Opsgenie ended on 5 April 2027, use jira-service-management';
  }

  protected baseOf({ server, region }: OpsgenieSettings): string {
    return server ?? SERVERS[region === 'eu' ? 'eu' : 'us'];
  }
}
