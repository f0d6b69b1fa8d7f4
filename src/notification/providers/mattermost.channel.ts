import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonOf, jsonPost } from './http-exchange';
import { characters, fitContent } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { interrupt, markdownOf, linesOf } from '../rendering/lines';
import { UrlSetting } from '../../common/settings/setting';

/** Characters of one post; a longer text is split into several: https://developers.mattermost.com/integrate/webhooks/incoming */
const MAX_TEXT = 16_383;

export class MattermostSettings {
  @UrlSetting(
    'Webhook URL',
    'An incoming webhook of your Mattermost server. Anyone who has it can post to the channel.',
    'https://mattermost.example.com/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx',
    { secret: true },
  )
  url!: string;
}

/** A Mattermost post by incoming webhook: https://developers.mattermost.com/integrate/webhooks/incoming */
@NotificationChannel()
export class MattermostChannel extends HttpChannel<MattermostSettings> {
  readonly type = 'mattermost';
  readonly title = 'Mattermost';
  readonly category = 'chat';
  readonly description = 'Posts in a Mattermost channel, by an incoming webhook.';
  readonly settingsClass = MattermostSettings;

  async send({ id, settings, message }: Delivery<MattermostSettings>): Promise<Outcome> {
    const body = fitContent(contentOf(message), (content) => bodyOf(withReference(content, id)), fits);
    return exchange(this.http, jsonPost(settings.url, body), judge);
  }
}

function bodyOf(content: MessageContent) {
  return { text: markdownOf(linesOf(content), escape) };
}

function fits({ text }: ReturnType<typeof bodyOf>): boolean {
  return characters(text) <= MAX_TEXT;
}

/**
 * The server turns `<url|label>` into a link and `<!channel>` into a mention before it parses Markdown, even after a backslash: so `<` is sent as
 * an entity. So is `$`, which begins a formula and has no escape. Mentions, channels, hashtags, emoji and links are detected afterwards.
 */
function escape(text: string): string {
  const quiet = interrupt(text, /[@~]|:(?=\S)|#(?=\w)|\bwww(?=\.)/gi);
  const marked = quiet.replace(/[\\`*{}[\]()#+\-!_>~|]/g, '\\$&');
  return marked
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\$/g, '&#36;');
}

/** Mattermost reports an unknown webhook with status 400 and an id of its own. */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  const { id } = jsonOf(answer);
  if (answer.status === 404 || id === 'web.incoming_webhook.invalid.app_error')
    return { ...outcome, refusal: true, reason: 'Mattermost does not know this webhook, or its channel is gone' };
  if (id === 'web.incoming_webhook.disabled.app_error')
    return { ...outcome, kind: 'dead', refusal: true, reason: 'Incoming webhooks are switched off on this server' };
  return outcome;
}
