import {
  authorizationOf,
  Channel,
  characters,
  checkedBase,
  contentOf,
  type Delivery,
  exchange,
  fitContent,
  interrupt,
  jsonOf,
  mapTexts,
  Module,
  NotificationChannel,
  type Outcome,
  type OutgoingAnswer,
  OutgoingHttp,
  outcomeOfHttp,
  plainText,
  PluginEnvironment,
  type Prepared,
  Setting,
  SettingsError,
  TOKEN_PATTERN,
  under,
  withReference,
} from 'tracker-plugin-kit';

/** Characters (code points) of one message: https://zulip.com/api/send-message */
const MAX_CONTENT = 10_000;
/** UTF-16 units, so never more characters than the 60 that Zulip allows. */
const MAX_TOPIC = 60;
const DEFAULT_TOPIC = 'Software updates';

export class ZulipSettings {
  @Setting({
    title: 'Server',
    description: 'The address of your Zulip organization. It may be left out where the operator has set ZULIP_SERVER.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://example.zulipchat.com/'],
  })
  server?: string;

  @Setting({
    title: 'E-mail address of the bot',
    description: 'As Zulip shows it in the list of your bots.',
    format: 'email',
    maxLength: 254,
    examples: ['updates-bot@example.zulipchat.com'],
  })
  bot!: string;

  @Setting({
    title: 'API key of the bot',
    description: 'Whoever has it can write as the bot.',
    format: 'text',
    maxLength: 200,
    pattern: TOKEN_PATTERN,
    secret: true,
    examples: ['a0b1c2d3e4f5g6h7i8j9k0l1m2n3o4p5'],
  })
  api_key!: string;

  @Setting({
    title: 'Channel',
    description: 'The name of the Zulip channel to write to. The bot must be allowed to.',
    format: 'text',
    maxLength: 60,
    examples: ['updates'],
  })
  channel!: string;

  @Setting({
    title: 'Topic',
    description: 'The topic in that channel.',
    format: 'text',
    maxLength: MAX_TOPIC,
    optional: true,
    default: DEFAULT_TOPIC,
    examples: ['Releases'],
  })
  topic?: string;
}

/** Sends a message as a bot: https://zulip.com/api/send-message */
@NotificationChannel()
export class ZulipChannel extends Channel<ZulipSettings> {
  readonly type = 'zulip';
  readonly title = 'Zulip';
  readonly category = 'chat';
  readonly description = 'Messages in a Zulip channel, by a bot.';
  readonly settingsClass = ZulipSettings;
  readonly retryProfile = 'http';
  /** 200 requests a minute for each user: https://zulip.com/api/rest-error-handling#rate-limit-exceeded */
  override readonly interval = 1;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly environment: PluginEnvironment,
  ) {
    super();
  }

  override prepare(settings: ZulipSettings): Prepared<ZulipSettings> {
    // Stored with the channel: its secret must not follow the operator to another server.
    const server = settings.server ?? this.environment.get('ZULIP_SERVER');
    if (server === null) throw new SettingsError([{ field: 'server', message: 'is required' }]);
    return { settings: { ...settings, server: checkedBase(this.http, 'server', server) } };
  }

  async send({ id, settings, message }: Delivery<ZulipSettings>): Promise<Outcome> {
    const inert = mapTexts(withReference(contentOf(message), id), quiet);
    const content = fitContent(inert, plainText, (text) => characters(text) <= MAX_CONTENT);
    const { server, bot, api_key, channel, topic = DEFAULT_TOPIC } = settings;
    const request = {
      method: 'POST' as const,
      url: under(server!, 'api', 'v1', 'messages'),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...authorizationOf({ username: bot, password: api_key }),
      },
      body: new URLSearchParams({ type: 'stream', to: channel, topic, content }).toString(),
    };
    return exchange(this.http, request, judge);
  }
}

/** Zulip reads any text as Markdown with mentions, channels, emoji and links, and has no escape for all of them. */
const quiet = (text: string) => interrupt(text, /[@#:*`<]|\](?=[([])/g);

/** https://zulip.com/api/rest-error-handling */
function judge(answer: OutgoingAnswer): Outcome {
  const outcome = outcomeOfHttp(answer);
  if (jsonOf(answer).code !== 'STREAM_DOES_NOT_EXIST') return outcome;
  return { ...outcome, refusal: true, reason: 'There is no such Zulip channel, or the bot may not see it' };
}

@Module({ providers: [ZulipChannel] })
export class ZulipModule {}
