import type { Step } from 'version-order';
import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { waitOf, exchange, jsonOf, jsonPost } from './http-exchange';
import { fitContent, utf16Units } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { markdownOf, linesOf } from '../rendering/lines';
import { UrlSetting } from '../../common/settings/setting';

/** Limits of an embed, in characters: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const MAX = { title: 256, description: 4096, footer: 2048, all: 6000 };
const COLORS: Record<Step, number> = { major: 0xd9480f, minor: 0x1971c2, patch: 0x2f9e44, other: 0x868e96 };

export class DiscordSettings {
  @UrlSetting(
    'Webhook URL',
    'The webhook of a Discord channel. Anyone who has it can post to the channel.',
    'https://discord.com/api/webhooks/000000000000000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    { secret: true },
  )
  url!: string;
}

/** A Discord message by webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
@NotificationChannel()
export class DiscordChannel extends HttpChannel<DiscordSettings> {
  readonly type = 'discord';
  readonly title = 'Discord';
  readonly category = 'chat';
  readonly description = 'Messages in a Discord channel, by a webhook.';
  readonly settingsClass = DiscordSettings;

  async send({ id, settings, message }: Delivery<DiscordSettings>): Promise<Outcome> {
    const body = fitContent(contentOf(message), (content) => bodyOf(withReference(content, id)), fits);
    return exchange(this.http, jsonPost(confirmed(settings.url), body), judge);
  }
}

/** Without `wait`, Discord answers 204 even when it does not save the message. The query may already name a thread. */
function confirmed(text: string): string {
  const url = new URL(text);
  url.searchParams.set('wait', 'true');
  return url.href;
}

function bodyOf(content: MessageContent) {
  const lines = linesOf({ ...content, footer: '' }, { headline: false });
  const embed = {
    title: escape(content.headline),
    description: markdownOf(lines, escape),
    // Footers have no Markdown.
    footer: { text: content.footer },
    ...(content.urgent || content.step ? { color: COLORS[content.urgent ? 'major' : content.step!] } : {}),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

function fits({ embeds }: ReturnType<typeof bodyOf>): boolean {
  const { title, description, footer } = embeds[0]!;
  const sizes = [title, description, footer.text].map(utf16Units) as [number, number, number];
  const within = sizes[0] <= MAX.title && sizes[1] <= MAX.description && sizes[2] <= MAX.footer;
  return within && sizes[0] + sizes[1] + sizes[2] <= MAX.all;
}

/** A backslash makes Discord show any of these literally; the colon is part of links and emoji. */
function escape(text: string): string {
  return text.replace(/[\\*_~`|>#\-[\]()<@]|:(?=\S)/g, '\\$&');
}

function judge(answer: OutgoingAnswer): Outcome {
  if (answer.status === 404)
    return { kind: 'disable', reason: 'Discord has no such webhook any more', code: 404, excerpt: answer.excerpt };
  if (answer.status === 429) return limited(answer);
  return outcomeOfHttp(answer);
}

/** A 429 without Discord's own body comes from the proxy in front of it, which blocks this service's address as a whole. */
function limited(answer: OutgoingAnswer): Outcome {
  const { retry_after: seconds, global } = jsonOf(answer);
  const after = waitOf(seconds);
  const outcome = outcomeOfHttp(answer);
  if (after === null) return { ...outcome, wholeHost: true };
  return { ...outcome, after, ...(global === true ? { wholeHost: true } : {}) };
}
