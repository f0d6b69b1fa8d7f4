import { NotificationChannel } from '../../common/plugin/marks';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { type Outcome, outcomeOfHttp, type Delivery } from './channel';
import { HttpChannel } from './http-channel';
import { outcomeOfLimit, exchange, jsonOf, jsonPost } from './http-exchange';
import { under } from '../../common/settings/settings';
import { fitContent, utf16Units } from '../rendering/fit';
import { withReference, contentOf } from '../rendering/message-content';
import { interrupt, linesOf, type Line } from '../rendering/lines';
import { ServerSetting, Setting } from '../../common/settings/setting';

const SERVER = 'https://api.telegram.org/';
/** UTF-16 units of the text, and entities, beyond which Telegram ignores them: https://limits.tginfo.me/en */
const MAX = { text: 4096, entities: 100 };
/** Descriptions of a 403 for a chat that will not return by itself. */
const GONE = /bot was (blocked|kicked)|user is deactivated|bot is not a member|group chat was (deleted|deactivated)/i;
/** Descriptions of a 400 that concern the chat, not the message. */
const CHAT = /chat not found|thread not found|not enough rights|need administrator rights|CHAT_WRITE_FORBIDDEN|TOPIC_/i;

export class TelegramSettings {
  @Setting({
    title: 'Bot token',
    description: 'The token that BotFather gave you for your bot. Anyone who has it controls the bot.',
    maxLength: 100,
    pattern: /^\d{5,20}:[A-Za-z0-9_-]{30,70}$/,
    secret: true,
    examples: ['123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  })
  token!: string;

  @Setting({
    title: 'Chat',
    description: 'The number of a chat or group (groups begin with a minus), or @name of a public channel.',
    maxLength: 40,
    pattern: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
    examples: ['-1001234567890'],
  })
  chat!: string;

  @Setting({
    title: 'Topic',
    description: 'The number of a topic, for groups with topics.',
    maxLength: 10,
    pattern: /^\d{1,10}$/,
    optional: true,
    examples: ['42'],
  })
  topic?: string;

  @ServerSetting('The base address of your own Bot API server.', SERVER)
  server?: string;
}

interface Entity {
  type: 'bold' | 'text_link';
  offset: number;
  length: number;
  url?: string;
}

/**
 * A message of a Telegram bot: https://core.telegram.org/bots/api#sendmessage
 *
 * Formatting is sent as entities beside the text, so no name can break it. The path of the URL holds the token, so it never appears in an
 * outcome.
 */
@NotificationChannel()
export class TelegramChannel extends HttpChannel<TelegramSettings> {
  readonly type = 'telegram';
  readonly title = 'Telegram';
  readonly category = 'chat';
  readonly description = 'Messages by your bot in a Telegram chat, group or channel.';
  readonly settingsClass = TelegramSettings;
  /** 20 messages a minute in one group: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
  override readonly interval = 3;

  /** A group that became a supergroup has a new number: this message and all later ones are sent there. */
  async send({ id, settings, message }: Delivery<TelegramSettings>): Promise<Outcome> {
    const text = fitContent(contentOf(message), (content) => textOf(linesOf(withReference(content, id))), fits);
    const { outcome, movedTo } = await this.post(settings, text);
    if (movedTo === null) return outcome;
    const moved = { ...settings, chat: movedTo };
    const second = await this.post(moved, text);
    return { ...second.outcome, settings: moved };
  }

  private async post(settings: TelegramSettings, text: ReturnType<typeof textOf>) {
    const body = {
      chat_id: settings.chat,
      ...text,
      ...(settings.topic ? { message_thread_id: Number(settings.topic) } : {}),
      link_preview_options: { is_disabled: true },
    };
    let movedTo: string | null = null;
    const outcome = await exchange(this.http, jsonPost(urlOf(settings), body), (answer) => {
      movedTo = migrationOf(answer);
      return judge(answer);
    });
    return { outcome, movedTo: movedTo as string | null };
  }
}

/** The colon of the token must not be encoded; its pattern allows nothing else that would have to be. */
function urlOf({ server = SERVER, token }: TelegramSettings): string {
  return `${under(server)}/bot${token}/sendMessage`;
}

function textOf(lines: Line[]) {
  let text = '';
  const entities: Entity[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) text += '\n';
    for (const span of line) {
      if (span.text === '') continue;
      const piece = literal(span.text);
      const place = { offset: utf16Units(text), length: utf16Units(piece) };
      if (span.bold) entities.push({ type: 'bold', ...place });
      if (span.url) entities.push({ type: 'text_link', ...place, url: span.url });
      text += piece;
    }
  }
  return { text, entities };
}

function fits({ text, entities }: ReturnType<typeof textOf>): boolean {
  return utf16Units(text) <= MAX.text && entities.length <= MAX.entities;
}

/** Telegram detects mentions, hashtags, commands and links in any text: https://core.telegram.org/api/entities */
function literal(text: string): string {
  return interrupt(text, /@|:\/(?=\/)|[#$/](?=[\p{L}\p{N}_])|\bwww(?=\.)|\bt(?=\.me\b)/giu);
}

function migrationOf(answer: OutgoingAnswer): string | null {
  const { ok, parameters } = jsonOf(answer);
  const moved = ok === true ? undefined : (parameters as Record<string, unknown> | undefined)?.migrate_to_chat_id;
  return Number.isSafeInteger(moved) ? String(moved) : null;
}

/** `ok` decides, whatever the status: https://core.telegram.org/bots/api#making-requests */
function judge(answer: OutgoingAnswer): Outcome {
  const { ok, error_code: errorCode, description, parameters } = jsonOf(answer);
  const code = typeof errorCode === 'number' ? errorCode : answer.status;
  // The answer repeats the message, and only the beginning of a long answer is read.
  if (ok === true || answer.body.startsWith('{"ok":true,')) return outcomeOfHttp(answer);
  const said = typeof description === 'string' ? description : '';
  const excerpt = answer.excerpt;
  if (code === 401 || (code === 404 && ok === false))
    return { kind: 'disable', reason: 'Telegram does not know this bot token', code, excerpt };
  if (code === 403 && GONE.test(said))
    return { kind: 'disable', reason: 'The bot was blocked or removed, or the chat is gone', code, excerpt };
  if (code === 400 && CHAT.test(said))
    return { kind: 'dead', reason: 'Telegram does not let the bot write into this chat', code, refusal: true, excerpt };
  if (code === 429) return outcomeOfLimit(answer, (parameters as Record<string, unknown> | undefined)?.retry_after);
  if (code >= 200 && code < 300) return { kind: 'dead', reason: 'Telegram did not take the message', code, excerpt };
  return outcomeOfHttp({ ...answer, status: code });
}
