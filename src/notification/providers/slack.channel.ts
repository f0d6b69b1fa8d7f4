import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonPost } from './http-exchange';
import { fitContent } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { linesOf, type Line, type Span } from '../rendering/lines';
import { UrlSetting } from '../../common/settings/setting';

/** Characters, including markup. From about 13,000 on, Slack may answer `msg_blocks_too_long` (slackapi/bolt-js#2509). */
const MAX_BLOCKS = 10_000;
/** Slack's answers when the webhook is gone. */
const GONE = ['no_service', 'no_team', 'invalid_token', 'channel_is_archived'];
/** Slack's answers about the message, the channel or the workspace. They hold no secret, so users see them. */
const KNOWN = [
  ...GONE,
  'action_prohibited',
  'channel_not_found',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_payload',
  'msg_blocks_too_long',
  'no_text',
  'posting_to_general_channel_denied',
  'too_many_attachments',
  'user_not_found',
];

export class SlackSettings {
  @UrlSetting(
    'Webhook URL',
    'The incoming webhook of a Slack app. Anyone who has it can post to your channel.',
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    { secret: true },
  )
  url!: string;
}

/**
 * A Slack message by incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 *
 * It is a `rich_text` block (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block), which shows markup such as `<!channel>` and
 * `*bold*` literally. Errors: https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
@NotificationChannel()
export class SlackChannel extends HttpChannel<SlackSettings> {
  readonly type = 'slack';
  readonly title = 'Slack';
  readonly category = 'chat';
  readonly description = 'Messages in a Slack channel, by an incoming webhook.';
  readonly settingsClass = SlackSettings;
  /** One message per second and webhook: https://docs.slack.dev/apis/web-api/rate-limits */
  override readonly interval = 1;

  async send({ id, settings, message }: Delivery<SlackSettings>): Promise<Outcome> {
    const body = fitContent(contentOf(message), (content) => bodyOf(withReference(content, id)), fits);
    return exchange(this.http, jsonPost(settings.url, body), judge);
  }
}

function bodyOf(content: MessageContent) {
  const elements = [{ type: 'rich_text_section', elements: elementsOf(linesOf(content)) }];
  return {
    // For notifications of the operating system; not shown beside blocks.
    text: escapeMrkdwn(content.subject),
    blocks: [{ type: 'rich_text', elements }],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function fits({ blocks }: ReturnType<typeof bodyOf>): boolean {
  return JSON.stringify(blocks).length <= MAX_BLOCKS;
}

function elementsOf(lines: Line[]) {
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [elementOf({ text: '\n' })] : []),
    ...line.filter(({ text }) => text !== '').map(elementOf),
  ]);
}

function elementOf({ text, bold, url }: Span) {
  const style = bold ? { style: { bold: true } } : {};
  return url ? { type: 'link', url, text, ...style } : { type: 'text', text, ...style };
}

/** Slack's three control characters: https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Slack answers `ok` or one word about what is wrong, sometimes with status 200. */
function judge(answer: OutgoingAnswer): Outcome {
  const said = answer.body.trim();
  const code = answer.status;
  if (GONE.includes(said)) return { kind: 'disable', reason: `Slack has no such webhook any more: ${said}`, code };
  if (said === 'rate_limited' || said === 'rollup_error')
    return outcomeOfHttp({ ...answer, status: said === 'rate_limited' ? 429 : 500 });
  const known = KNOWN.includes(said) ? `: ${said}` : '';
  if (code === 200 && said !== 'ok')
    return { kind: 'dead', reason: `Slack did not take the message${known}`, code, excerpt: answer.excerpt };
  const outcome = outcomeOfHttp(answer);
  if (outcome.kind !== 'dead' || !known) return outcome;
  return { ...outcome, reason: `Slack refuses the message${known}`, ...(code === 404 ? { refusal: true } : {}) };
}
