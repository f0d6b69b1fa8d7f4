import { NotificationChannel } from '../../common/plugin/marks';
import type { Outcome, Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { TOKEN_PATTERN, exchange, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { fitContent, utf8Bytes } from '../rendering/fit';
import { withReference, type MessageContent, contentOf } from '../rendering/message-content';
import { plainText } from '../rendering/lines';
import { Setting, UrlSetting } from '../../common/settings/setting';

/** Bytes. Gotify documents no limit, but longer texts are of no use on a phone. */
const MAX_MESSAGE = 10_000;
/** On Android, 4 to 7 ring and lower ones are silent. */
const PRIORITY = { major: 7, minor: 5, patch: 4, other: 5 };
const NO_STEP_PRIORITY = 5;

export class GotifySettings {
  @UrlSetting('Server', 'The address of your Gotify server.', 'https://gotify.example.com/')
  server!: string;

  @Setting({
    title: 'Application token',
    description: 'The token of an application in Gotify. A client token does not work.',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['AGKJ7.bZ1yc5nXp'],
  })
  token!: string;
}

/** A message of an application: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras */
@NotificationChannel()
export class GotifyChannel extends HttpChannel<GotifySettings> {
  readonly type = 'gotify';
  readonly title = 'Gotify';
  readonly category = 'push';
  readonly description = 'A push message by a Gotify server of your own.';
  readonly settingsClass = GotifySettings;

  async send({ id, settings, message }: Delivery<GotifySettings>): Promise<Outcome> {
    const fits = (body: ReturnType<typeof bodyOf>) => utf8Bytes(body.message) <= MAX_MESSAGE;
    const body = fitContent(withReference(contentOf(message), id), bodyOf, fits);
    // In a header, since the logs of proxies hold URLs.
    const request = jsonPost(under(settings.server, 'message'), body, { 'x-gotify-key': settings.token });
    return exchange(this.http, request);
  }
}

function bodyOf(content: MessageContent) {
  const [first] = content.links;
  return {
    title: content.subject,
    message: plainText(content, { headline: false }) || content.headline,
    priority: content.urgent ? PRIORITY.major : content.step ? PRIORITY[content.step] : NO_STEP_PRIORITY,
    extras: {
      // Plain text, so that nothing in a name is markup.
      'client::display': { contentType: 'text/plain' },
      ...(first ? { 'client::notification': { click: { url: first[1] } } } : {}),
    },
  };
}
