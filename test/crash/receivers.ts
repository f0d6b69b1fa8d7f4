import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../setup/random';

interface Receipt {
  deliveryId: string;
  channelId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** A status of 2xx has left: the receiver has accepted it. */
  accepted: boolean;
}

export interface Arrival extends Receipt {
  favorite: string;
  version: string;
}

/** That a channel was switched off. */
export interface Notice extends Receipt {
  about: string;
}

interface Body {
  data: { favorite: { id: string }; version: { version: string }; channel?: { id: string } };
}

interface Mailbox {
  channelId: string;
  secret: string;
  /** Answers 410 to everything from now on. */
  gone: boolean;
}

/** After so many bad answers a message is accepted: a schedule of retries must not come to its end by chance. */
const BAD_ANSWERS_AT_MOST = 3;

/** Receivers on loopback that answer well, badly, slowly or not at all, and write down what they got. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  readonly notices: Notice[] = [];
  /** Requests that were not what they ought to be. */
  readonly wrong: string[] = [];
  /** Good from now on. */
  healed = false;
  /** Called now and then when a message was accepted, at the worst moment: before anybody can have written that down. */
  onAccepted: () => void = () => undefined;
  private readonly mailboxes = new Map<string, Mailbox>();
  private readonly badAnswers = new Map<string, number>();
  private readonly servers: Server[] = [];
  private readonly origins: string[] = [];

  constructor(private readonly random: Random) {}

  async listen(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const server = createServer((request, response) => void this.receive(request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      this.servers.push(server);
      this.origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
  }

  /** An address for a channel, which `open` makes known. */
  address(number: number): { path: string; url: string } {
    const path = `/hook/${number}`;
    return { path, url: this.origins[number % this.origins.length]! + path };
  }

  open(path: string, channelId: string, secret: string): void {
    this.mailboxes.set(path, { channelId, secret, gone: false });
  }

  /** Every request through this channel gets 410 from now on. */
  takeDown(channelId: string): void {
    for (const mailbox of this.mailboxes.values()) if (mailbox.channelId === channelId) mailbox.gone = true;
  }

  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(closed);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const at = Date.now();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // the sender died in the middle: nothing was received
    }
    const mailbox = this.mailboxes.get(request.url ?? '');
    const receipt = mailbox && this.read(mailbox, request, Buffer.concat(chunks).toString('utf8'), at);
    if (!mailbox || !receipt) return void response.writeHead(400).end();
    if ('about' in receipt) this.notices.push(receipt);
    else this.arrivals.push(receipt);
    this.answer(mailbox, receipt, response);
  }

  private read(mailbox: Mailbox, request: IncomingMessage, body: string, at: number): Arrival | Notice | null {
    const headers = request.headers as Record<string, string>;
    try {
      const { data } = new Webhook(mailbox.secret).verify(body, headers) as Body;
      const receipt = { deliveryId: headers['webhook-id']!, channelId: mailbox.channelId, at, accepted: false };
      if (data.channel) return { ...receipt, about: data.channel.id };
      return { ...receipt, favorite: data.favorite.id, version: data.version.version };
    } catch (error) {
      this.wrong.push(`${request.url}: ${(error as Error).message}: ${body.slice(0, 200)}`);
      return null;
    }
  }

  private answer(mailbox: Mailbox, arrival: Receipt, response: ServerResponse): void {
    if (mailbox.gone) return void response.writeHead(410).end();
    const bad = this.badAnswers.get(arrival.deliveryId) ?? 0;
    const good = this.healed || bad >= BAD_ANSWERS_AT_MOST || this.random.chance(0.6);
    if (good) return this.accept(arrival, response);
    this.badAnswers.set(arrival.deliveryId, bad + 1);
    this.refuse(response);
  }

  private accept(arrival: Receipt, response: ServerResponse): void {
    const begin = (length: number) => {
      response.writeHead(200, { 'content-length': length }).flushHeaders();
      arrival.accepted = true;
      if (!this.healed && this.random.chance(0.02)) this.onAccepted();
    };
    const atOnce = () => {
      begin(0);
      response.end();
    };
    const late = () => void setTimeout(atOnce, this.random.whole(50, 1_500));
    const slow = () => {
      begin(2);
      response.write('o');
      setTimeout(() => response.end('k'), 300);
    };
    // The status is out, the rest never comes.
    const cut = () => {
      begin(100);
      setImmediate(() => response.destroy());
    };
    (this.healed ? atOnce : this.random.one([atOnce, atOnce, atOnce, late, slow, cut]))();
  }

  private refuse(response: ServerResponse): void {
    const way = this.random.one([500, 500, 502, 503, 429, 'reset', 'reset', 'close', 'hang']);
    if (way === 'reset') response.socket?.resetAndDestroy();
    else if (way === 'close') response.destroy();
    else if (way === 'hang') setTimeout(() => response.destroy(), 2_500);
    else response.writeHead(way as number, way === 503 ? { 'retry-after': '120' } : {}).end();
  }
}
