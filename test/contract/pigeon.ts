import { Logger } from '@nestjs/common';
import { type OutgoingAnswer, OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { Setting, type SettingOptions } from '../../src/common/settings/setting';
import { type Prepared, under, withCheckedServer } from '../../src/common/settings/settings';
import { type Outcome, outcomeOfHttp, Channel, type Delivery } from '../../src/notification/providers/channel';
import { characters, fitContent } from '../../src/notification/rendering/fit';
import { exchange, jsonOf, jsonPost } from '../../src/notification/providers/http-exchange';
import { incidentKey } from '../../src/notification/providers/incident-key';
import { contentOf } from '../../src/notification/rendering/message-content';
import { interrupt, markdownOf, linesOf } from '../../src/notification/rendering/lines';
import type { Message } from '../../src/notification/rendering/message';
import { isText, jsonProvider } from '../notification/providers/provider';
import type { Stage } from '../notification/providers/stage';

/** A provider that there is not: it takes Markdown, merges messages by a key, and knows its users by a token. */
interface PigeonBody {
  key: string;
  text: string;
}

const PAT = { title: 'Personal access', description: 'From your profile.', format: 'text', maxLength: 100 } as const;
const SERVER: SettingOptions = {
  title: 'Server',
  description: 'The address of your loft.',
  format: 'url',
  maxLength: 2048,
  examples: ['https://pigeon.example.com/'],
};

class PigeonSettings {
  @Setting(SERVER)
  server!: string;

  @Setting({ ...PAT, secret: true, examples: ['coo0123456789'] })
  pat!: string;
}

/** As it has to be. Not in the list of channels: it is there to be broken. */
export class PigeonChannel extends Channel<PigeonSettings> {
  readonly type = 'pigeon';
  readonly title = 'Pigeon';
  readonly category = 'other';
  readonly description = 'A letter that a bird carries to your loft.';
  readonly settingsClass: new () => PigeonSettings = PigeonSettings;
  readonly retryProfile = 'http';

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: PigeonSettings): Prepared<PigeonSettings> {
    return withCheckedServer(this.http, settings);
  }

  async send({ id, settings, message }: Delivery<PigeonSettings>): Promise<Outcome> {
    const render = (content: ReturnType<typeof contentOf>) => markdownOf(linesOf(content), (text) => this.escape(text));
    const text = fitContent(contentOf(message), render, (rendered) => characters(rendered) <= 4_000);
    const headers = { authorization: `Bearer ${settings.pat}` };
    const body = { key: this.key(id, message), text };
    return exchange(this.http, jsonPost(under(settings.server, 'messages'), body, headers), (answer) =>
      this.judge(answer),
    );
  }

  protected judge(answer: OutgoingAnswer): Outcome {
    return outcomeOfHttp(answer);
  }

  protected key(id: string, message: Message): string {
    return incidentKey(id, message);
  }

  protected escape(text: string): string {
    return interrupt(text, /[@:]/g).replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&');
  }
}

class UnmarkedSettings {
  @Setting(SERVER)
  server!: string;

  @Setting({ ...PAT, examples: ['coo0123456789'] })
  pat!: string;
}

/** What lets somebody send is shown to everybody who sees the settings. */
export class UnmarkedSecretChannel extends PigeonChannel {
  override readonly settingsClass = UnmarkedSettings;
}

/** Two incidents are one to the provider, which then shows the first one only. */
export class EmptyKeyChannel extends PigeonChannel {
  protected override key(): string {
    return '';
  }
}

/** A key that is there, and is the same for everything. */
export class OneKeyChannel extends PigeonChannel {
  protected override key(): string {
    return 'software-update-tracker';
  }
}

/** A product may be called `@everyone`, or `[Sign in](https://evil.example/)`. */
export class UnescapedChannel extends PigeonChannel {
  protected override escape(text: string): string {
    return text;
  }
}

/** The mistake of who escapes markup and forgets that people can be called. */
export class MentioningChannel extends PigeonChannel {
  protected override escape(text: string): string {
    return text.replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&');
  }
}

/** Around the guard of addresses: whoever sets the server has a request made inside. */
export class FetchingChannel extends PigeonChannel {
  override async send({ id, settings, message }: Delivery<PigeonSettings>): Promise<Outcome> {
    const key = this.key(id, message);
    await super.send({ id, attempt: 1, settings, message });

    const { status } = await fetch(under(settings.server, 'seen'), { method: 'POST', body: key });
    return status < 300 ? { kind: 'ok', code: String(status) } : { kind: 'retry', reason: 'The loft is closed' };
  }
}

/** A line for the developer, which stays in. */
export class LoggingChannel extends PigeonChannel {
  private readonly logger = new Logger('Pigeon');

  override send(delivery: Delivery<PigeonSettings>): Promise<Outcome> {
    this.logger.debug({ msg: 'sending', with: delivery.settings.pat });
    return super.send(delivery);
  }
}

/** The receiver's answer, for everybody who sees the channel. */
export class ParrotChannel extends PigeonChannel {
  protected override judge(answer: OutgoingAnswer): Outcome {
    const outcome = super.judge(answer);
    return outcome.kind === 'ok' ? outcome : { ...outcome, reason: `The loft said: ${this.said(answer)}` };
  }

  protected said({ body }: OutgoingAnswer): string {
    return body.slice(0, 200);
  }
}

/** The same with what looks like a text of the provider's. */
export class FieldParrotChannel extends ParrotChannel {
  protected override said(answer: OutgoingAnswer): string {
    return String(jsonOf(answer).problem ?? 'nothing');
  }
}

/** And with a header. */
export class HeaderParrotChannel extends ParrotChannel {
  protected override said({ headers }: OutgoingAnswer): string {
    return String(headers['x-error'] ?? 'nothing');
  }
}

/** Says with what it asked, as basic authentication has it. */
export class EncodingChannel extends PigeonChannel {
  protected override judge(answer: OutgoingAnswer): Outcome {
    const outcome = super.judge(answer);
    const encoded = Buffer.from('coo:canary-coo-0123456789').toString('base64');
    return outcome.kind === 'ok' ? outcome : { ...outcome, reason: `The loft refused ${encoded}` };
  }
}

/** @param pat what the developer of the channel gives for the token */
export async function pigeonStage(pat = 'canary-coo-0123456789'): Promise<Stage> {
  const { receiver, stage } = await jsonProvider<PigeonBody>({
    wrong: ({ text }, { headers }) =>
      isText(text, 8_000) && headers.authorization === `Bearer ${pat}` ? null : 'wrong',
    accepted: [202, {}, '{}'],
    refused: (problem) => [400, {}, JSON.stringify({ problem })],
    key: ({ key }) => key,
  });
  return {
    settings: { server: `${receiver.url}/`, pat },
    keyed: false,
    markup: 'markdown',
    ...stage,
    // As a pigeon's reader sees it, and as it was sent.
    received: () =>
      stage.received().map(({ key }, index) => {
        const { text } = JSON.parse(receiver.requests[index]!.body) as PigeonBody;
        return { key, texts: [text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1')], sent: [text] };
      }),
  };
}
