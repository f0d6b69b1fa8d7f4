import { NotificationChannel } from '../../common/plugin/marks';
import type { Delivery, Outcome } from './channel';
import { HttpChannel } from './http-channel';
import { exchange, jsonPost, judgeBy } from './http-exchange';
import { fitContent, fitsAsJson } from '../rendering/fit';
import { type MessageContent, contentOf } from '../rendering/message-content';
import { interrupt, withoutTriggers, linesHtml, linesOf } from '../rendering/lines';
import { UrlSetting } from '../../common/settings/setting';

/** Bytes of the whole message: https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
const MAX_BODY = 30_000;
/** Text that may become a link or a mention without any markup. */
const TRIGGERS = /@|<(?=users\/)|:\/(?=\/)/gi;

export class GoogleChatSettings {
  @UrlSetting(
    'Webhook URL',
    'The webhook of a Google Chat space. Anyone who has it can post to the space.',
    'https://chat.googleapis.com/v1/spaces/AAAAAAAAAAA/messages?key=XXXXXXXX&token=XXXXXXXX',
    { secret: true },
  )
  url!: string;
}

/**
 * A card in a Google Chat space by webhook: https://developers.google.com/workspace/chat/quickstart/webhooks
 *
 * The text of a card is a subset of HTML, which can be escaped; the markup of plain messages (`*bold*`, `<users/all>`) cannot:
 * https://developers.google.com/workspace/chat/format-messages#format-card-message
 */
@NotificationChannel()
export class GoogleChatChannel extends HttpChannel<GoogleChatSettings> {
  readonly type = 'google-chat';
  readonly title = 'Google Chat';
  readonly category = 'chat';
  readonly description = 'Cards in a Google Chat space, by a webhook.';
  readonly settingsClass = GoogleChatSettings;
  /** 60 messages a minute in one space, from all apps: https://developers.google.com/workspace/chat/limits */
  override readonly interval = 1;

  async send({ id, settings, message }: Delivery<GoogleChatSettings>): Promise<Outcome> {
    const body = fitContent(contentOf(message), bodyOf, fitsAsJson(MAX_BODY));
    return exchange(this.http, jsonPost(identified(settings.url, id), body), judge);
  }
}

/** "Specifying an existing request ID returns the message created with that ID instead of creating a new message." */
function identified(text: string, id: string): string {
  const url = new URL(text);
  url.searchParams.set('requestId', id);
  return url.href;
}

function bodyOf(content: MessageContent) {
  // Names often have an apostrophe, which HTML text need not escape.
  const text = linesHtml(withoutTriggers(linesOf(content), TRIGGERS)).replace(/&#39;/g, "'");
  return {
    cardsV2: [{ cardId: 'updates', card: { sections: [{ widgets: [{ textParagraph: { text } }] }] } }],
    // Plain text, for notifications and for clients without cards.
    fallbackText: interrupt(content.subject, TRIGGERS),
  };
}

const judge = judgeBy({
  404: { refusal: true, reason: 'Answered 404: there is no such space or webhook any more' },
});
