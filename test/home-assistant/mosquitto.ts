import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { eventually } from '../setup/eventually';

/** Debian's package `mosquitto`: a test without it fails. */
const PROGRAM = '/usr/sbin/mosquitto';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A real broker, on a free port of loopback. It keeps nothing when it stops. */
export class Mosquitto {
  private child: ChildProcess | null = null;
  private folder = mkdtempSync(join(tmpdir(), 'tracker-mosquitto-'));
  port = 0;

  async prepare(): Promise<void> {
    this.port = await freePort();
    const lines = [`listener ${this.port} 127.0.0.1`, 'allow_anonymous true', 'persistence false'];
    writeFileSync(join(this.folder, 'mosquitto.conf'), `${lines.join('\n')}\n`);
  }

  async start(): Promise<void> {
    if (this.child) return;
    const child = spawn(PROGRAM, ['-c', join(this.folder, 'mosquitto.conf')], { stdio: 'ignore' });
    const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
    this.child = child;
    await Promise.race([failed, eventually(() => this.answers())]);
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** All that the broker keeps, by topic, and what comes from now on. */
  async listen(): Promise<Listener> {
    const client = await connectAsync(`mqtt://127.0.0.1:${this.port}`, { reconnectPeriod: 0 }, false);
    const listener = new Listener(client);
    await client.subscribeAsync('#', { qos: 1 });
    return listener;
  }

  private async answers(): Promise<void> {
    const socket = createConnection(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }
}

export class Listener {
  readonly topics = new Map<string, string>();
  readonly messages: { topic: string; payload: string }[] = [];

  constructor(readonly client: MqttClient) {
    client.on('message', (topic, payload) => {
      const text = payload.toString();
      this.messages.push({ topic, payload: text });
      if (text === '') this.topics.delete(topic);
      else this.topics.set(topic, text);
    });
  }

  json(topic: string): Record<string, unknown> {
    const text = this.topics.get(topic);
    if (text === undefined) throw new Error(`nothing at ${topic}: ${[...this.topics.keys()].join(' ')}`);
    return JSON.parse(text) as Record<string, unknown>;
  }

  end(): Promise<void> {
    return this.client.endAsync(true);
  }
}
