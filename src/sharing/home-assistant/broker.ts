import type { MqttClient } from 'mqtt';
import { within } from '../../common/concurrency/within';

const CONNECT_MS = 10_000;
const ANSWER_MS = 10_000;
const KEEP_ALIVE_SECONDS = 30;

type Listener = (topic: string, payload: Buffer) => void;

interface Session {
  url: string;
  clientId: string;
  /** Says `online`, and `offline` once the connection is lost. */
  availability: string;
  commands: string;
}

/** A connection with an MQTT broker. It does not come back by itself: another replica may have its place by then. */
export class Broker {
  private constructor(
    private readonly client: MqttClient,
    private readonly availability: string,
  ) {}

  /** The package is loaded here, as most services have no broker. @throws Error when the broker is not reached or refuses */
  static async connect({ url, clientId, availability, commands }: Session, listener: Listener): Promise<Broker> {
    const { connectAsync } = await import('mqtt');
    const address = new URL(url);
    const { username, password } = address;
    address.username = address.password = '';
    const client = await connectAsync(
      address.href,
      {
        clientId,
        // The broker keeps commands while one replica takes over from another.
        clean: false,
        reconnectPeriod: 0,
        connectTimeout: CONNECT_MS,
        keepalive: KEEP_ALIVE_SECONDS,
        resubscribe: false,
        ...(username === '' ? {} : { username: decodeURIComponent(username) }),
        ...(password === '' ? {} : { password: decodeURIComponent(password) }),
        will: { topic: availability, payload: Buffer.from('offline'), qos: 1, retain: true },
      },
      false,
    );
    // Each is followed by `close`, after which it is not connected.
    client.on('error', () => undefined);
    client.on('message', (topic, payload, packet) => {
      // A command that a broker kept as the last one would be done again at each connection.
      if (!packet.retain) listener(topic, payload);
    });
    const broker = new Broker(client, availability);
    try {
      await inTime(client.subscribeAsync(commands, { qos: 1 }));
      await broker.publish(availability, 'online');
    } catch (error) {
      client.end(true);
      throw error;
    }
    return broker;
  }

  get isConnected(): boolean {
    return this.client.connected;
  }

  /** A retained message. @throws Error unless the broker has accepted it */
  async publish(topic: string, payload: string): Promise<void> {
    if (!this.client.connected) throw new Error('the connection with the broker is lost');
    await inTime(this.client.publishAsync(topic, payload, { qos: 1, retain: true }));
  }

  async end(): Promise<void> {
    try {
      if (this.client.connected) await this.publish(this.availability, 'offline');
    } finally {
      await this.client.endAsync(!this.client.connected);
    }
  }

  /** Without a word: the broker then says by itself that the service is away. */
  drop(): void {
    this.client.end(true);
  }
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  within(ANSWER_MS, work, () => new Error('the broker does not answer'));
