import { NotificationChannel } from '../../common/plugin/marks';
import type { Outcome, Delivery } from './channel';
import { HttpChannel } from './http-channel';
import {
  authorizationOf,
  PASSWORD_SETTING,
  TOKEN_PATTERN,
  USERNAME_PATTERN,
  exchange,
  jsonPost,
} from './http-exchange';
import { checkedBase, type Prepared, under } from '../../common/settings/settings';
import { fitContent, utf8Bytes } from '../rendering/fit';
import { inertTags, inertText, mapTexts } from '../rendering/inert-text';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import type { Alert as VersionAlert } from '../rendering/alert';
import { cleanMessage, type Message, type MessageKind } from '../rendering/message';
import { isUrgentAlert } from '../rendering/alert-words';
import { Setting } from '../../common/settings/setting';

/** Milliseconds. Without an end, an alert lasts only minutes (`resolve_timeout`), since we do not repeat it as Prometheus does. */
const LASTS = 24 * 3_600_000;
/** Bytes of the description. Alertmanager has no limit, but what it forwards alerts to has. */
const MAX_DESCRIPTION = 4_000;

export class AlertmanagerSettings {
  @Setting({
    title: 'Instances',
    description:
      'The address of each Alertmanager of the cluster, without /api. A load balancer in front of them is no substitute.',
    format: 'urls',
    maxLength: 2048,
    examples: [['https://alertmanager-1.example.com/', 'https://alertmanager-2.example.com/']],
  })
  urls!: string[];

  @Setting({
    title: 'Token',
    description: 'Only where a bearer token is required. It is used instead of user name and password.',
    maxLength: 4096,
    pattern: TOKEN_PATTERN,
    secret: true,
    optional: true,
    examples: ['eyJhbGciOiJIUzI1NiJ9.e30.example'],
  })
  token?: string;

  @Setting({
    title: 'User name',
    description: 'Only where basic authentication is required.',
    maxLength: 200,
    pattern: USERNAME_PATTERN,
    optional: true,
    examples: ['tracker'],
  })
  username?: string;

  @Setting(PASSWORD_SETTING)
  password?: string;
}

/**
 * An alert for every instance of a cluster: https://prometheus.io/docs/alerting/latest/alerts_api/ and
 * https://prometheus.io/docs/alerting/latest/high_availability/. Its labels identify an alert, so a repeated one changes nothing.
 */
@NotificationChannel()
export class AlertmanagerChannel extends HttpChannel<AlertmanagerSettings> {
  readonly type = 'alertmanager';
  readonly title = 'Prometheus Alertmanager';
  readonly category = 'on-call';
  readonly description = 'An alert in Prometheus Alertmanager, which routes it.';
  readonly settingsClass = AlertmanagerSettings;

  override prepare(settings: AlertmanagerSettings): Prepared<AlertmanagerSettings> {
    return { settings: { ...settings, urls: settings.urls.map((url) => checkedBase(this.http, 'urls', url)) } };
  }

  async send({ id, settings, message }: Delivery<AlertmanagerSettings>): Promise<Outcome> {
    const render = (content: MessageContent) => alertOf(id, message, content);
    const alert = fitContent(mapTexts(contentOf(message), inertText), render, fits);
    const headers = authorizationOf(settings);
    const post = (base: string) => exchange(this.http, jsonPost(under(base, 'api', 'v2', 'alerts'), [alert], headers));
    const outcomes = await Promise.all(settings.urls.map(post));
    return together(settings.urls, outcomes);
  }
}

type Alert = ReturnType<typeof alertOf>;

function alertOf(id: string, message: Message, content: MessageContent) {
  return {
    labels: labelsOf(id, message),
    annotations: {
      summary: content.subject,
      description: plainText(content, { headline: false }) || content.headline,
      // Not a label, because it depends on the version that the reader uses.
      step: content.step ?? 'other',
    },
    startsAt: new Date(message.timestamp).toISOString(),
    endsAt: new Date(Date.now() + LASTS).toISOString(),
    ...(content.links[0] ? { generatorURL: content.links[0][1] } : {}),
  };
}

/** An update is the same alert for everyone who follows the product, and for each reminder; so is the end of support of a series, and a vulnerability of a version. */
function labelsOf(id: string, message: Message): Record<string, string> {
  const { kind, updates, alerts = [] } = cleanMessage(message);
  const common = { severity: 'info', source: 'software-update-tracker' };
  const [update] = updates;
  const [alert] = alerts;
  if (alert && kind !== 'update.digest') return { ...common, ...labelsOfAlert(alert, kind) };
  if (!update || kind === 'update.digest') return { alertname: NAMES[kind] ?? 'NewReleases', ...common, delivery: id };
  return {
    alertname: 'NewRelease',
    ...common,
    software: inertTags(update.software.name),
    software_id: update.software.id,
    version: inertTags(update.version.version),
  };
}

function labelsOfAlert(alert: VersionAlert, kind: MessageKind): Record<string, string> {
  const { software, trackedVersion } = alert;
  const about = { software: inertTags(software.name), software_id: software.id };
  if (alert.about === 'support') {
    const isOver = kind === 'support.ended';
    return {
      alertname: isOver ? 'SupportEnded' : 'SupportEnding',
      ...(isOver ? { severity: 'warning' } : {}),
      ...about,
      cycle: inertTags(alert.support.cycle ?? trackedVersion.version),
    };
  }
  return {
    alertname: kind === 'vulnerability.exploited' ? 'VulnerabilityExploited' : 'VulnerabilityFound',
    severity: isUrgentAlert(alert) ? 'critical' : 'warning',
    ...about,
    version: inertTags(trackedVersion.version),
    vulnerability: alert.vulnerabilities[0]?.id ?? '',
  };
}

const NAMES: Partial<Record<Message['kind'], string>> = {
  test: 'UpdateTrackerTest',
  'channel.disabled': 'UpdateTrackerChannelDisabled',
  'source.failing': 'UpdateTrackerSourceFailing',
  'knowledge.held': 'UpdateTrackerKnowledgeHeld',
};

function fits({ annotations }: Alert): boolean {
  return utf8Bytes(annotations.description) <= MAX_DESCRIPTION;
}

/** One instance is enough, because they replicate. If all failed, one that may accept it later decides. */
function together(urls: string[], outcomes: Outcome[]): Outcome {
  return { ...decisionOf(urls, outcomes), ...(outcomes.some(({ hidden }) => hidden) ? { hidden: true } : {}) };
}

function decisionOf(urls: string[], outcomes: Outcome[]): Outcome {
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'ok' ? [] : [`${new URL(urls[index]!).host}: ${outcome.reason ?? outcome.kind}`],
  );
  const taken = outcomes.find(({ kind }) => kind === 'ok');
  if (taken && failures.length === 0) return taken;
  const reason = failures.join('; ');
  if (taken) return { ...taken, reason: `${failures.length} of ${urls.length} instances did not take it. ${reason}` };
  const decisive =
    outcomes.find(({ kind }) => kind === 'retry') ?? outcomes.find(({ kind }) => kind === 'dead') ?? outcomes[0]!;
  return { ...decisive, ...(urls.length > 1 ? { reason } : {}) };
}
