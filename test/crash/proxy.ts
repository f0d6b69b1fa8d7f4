import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { DatabaseAddress } from '../../src/config/database-url';

/** What is to happen when a statement that contains `fragment` passes: before the database gets it, or just after. */
export interface Trap {
  fragment: string;
  when: 'before' | 'after';
  spring(): void;
}

interface Pair {
  client: Socket;
  server: Socket;
  stranded: boolean;
}

/** Of the first packet of a MySQL server: 4 bytes of header, the protocol, its version ended by a zero, the connection id. */
function connectionIdOf(greeting: Buffer): number | null {
  const end = greeting.indexOf(0, 5);
  return greeting[4] === 10 && end > 0 && greeting.length >= end + 5 ? greeting.readUInt32LE(end + 1) : null;
}

/** Stands between one process and the database: cuts, holds up and refuses its connections, and listens for statements. */
export class Proxy {
  private readonly pairs = new Set<Pair>();
  private readonly server: Server;
  private trap: Trap | null = null;
  private refusing = false;
  private silent = false;

  /** @param onConnection gets the database's id of each connection */
  constructor(
    private readonly target: { host: string; port: number },
    private readonly onConnection: (connectionId: number) => void,
  ) {
    this.server = createServer((client) => this.join(client));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends every connection at once, in the middle of whatever they do. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** Whether new connections are turned away. */
  refuse(refusing: boolean): void {
    this.refusing = refusing;
  }

  /** Half open: connections stay, new ones come about, but nothing passes any more. */
  hush(silent: boolean): void {
    this.silent = silent;
    for (const pair of this.pairs) this.flow(pair);
  }

  /** What a firewall does that has forgotten them: nothing passes on the connections there are, and nobody is told. New ones are well. */
  strand(): void {
    for (const pair of this.pairs) {
      pair.stranded = true;
      pair.client.pause();
      pair.server.pause();
    }
  }

  set(trap: Trap | null): void {
    this.trap = trap;
  }

  heal(): void {
    this.trap = null;
    this.refuse(false);
    this.hush(false);
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    if (this.refusing) return void client.resetAndDestroy();
    const pair = { client, server: connect(this.target), stranded: false };
    this.pairs.add(pair);
    const end = () => {
      // Nor is the other side told that this one has gone.
      if (pair.stranded) return;
      this.pairs.delete(pair);
      pair.client.destroy();
      pair.server.destroy();
    };
    for (const socket of [pair.client, pair.server]) socket.setNoDelay(true).on('error', end).on('close', end);
    pair.server.once('data', (greeting: Buffer) => {
      const id = connectionIdOf(greeting);
      if (id !== null) this.onConnection(id);
    });
    pair.server.on('data', (chunk: Buffer) => client.write(chunk));
    pair.client.on('data', (chunk: Buffer) => this.pass(pair, chunk));
    this.flow(pair);
  }

  private flow({ client, server, stranded }: Pair): void {
    for (const socket of [client, server])
      if (this.silent || stranded) socket.pause();
      else socket.resume();
  }

  private pass(pair: Pair, chunk: Buffer): void {
    const trap = this.trap;
    if (!trap || !chunk.includes(trap.fragment)) return void pair.server.write(chunk);
    this.trap = null;
    if (trap.when === 'before') return trap.spring();
    // Written means that the kernel has it; the database gets it even if this process closes now.
    pair.server.write(chunk, () => trap.spring());
  }
}

/** Connections of two nodes may have the same id, and a node that was started again begins anew: so often its `server_id` is added. */
export const CONNECTIONS_OF_NODE = 1_000_000_000;

/** The `server_id` of the node of a cluster that now listens at a port. */
export const serverIds = new Map<number, number>();

/** A proxy before each server of a database, which do the same. */
export class Ways {
  private readonly proxies: Proxy[];

  /** @param onConnection gets the database's id of each connection, and `CONNECTIONS_OF_NODE` */
  constructor(
    private readonly address: DatabaseAddress,
    onConnection: (connectionId: number) => void,
  ) {
    const { hostname, port } = new URL(address.location);
    const servers = address.hosts ?? [{ host: hostname, port: Number(port || 3306) }];
    this.proxies = servers.map(
      (server) => new Proxy(server, (id) => onConnection(id + (serverIds.get(server.port) ?? 0) * CONNECTIONS_OF_NODE)),
    );
  }

  /** @returns the `DATABASE_URL` through them */
  async listen(): Promise<string> {
    const ports = await Promise.all(this.proxies.map((proxy) => proxy.listen()));
    const { host, href } = new URL(this.address.location);
    return href.replace(host, ports.map((port) => `127.0.0.1:${port}`).join());
  }

  cut(): void {
    for (const proxy of this.proxies) proxy.cut();
  }

  refuse(refusing: boolean): void {
    for (const proxy of this.proxies) proxy.refuse(refusing);
  }

  hush(silent: boolean): void {
    for (const proxy of this.proxies) proxy.hush(silent);
  }

  set(trap: Trap | null): void {
    const spring = () => {
      this.set(null);
      trap!.spring();
    };
    for (const proxy of this.proxies) proxy.set(trap && { ...trap, spring });
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
  }
}
