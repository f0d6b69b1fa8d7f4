import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { migrate } from '../../src/database/migrate';
import { ENTITIES } from '../../src/entities';
import { expectProblem } from '../setup/api';
import { startApp } from '../setup/app';
import { createTestDatabase, SERVER_URL } from '../setup/database';
import { eventually } from '../setup/eventually';

/** A door in front of the database server, which can be shut. */
class Door {
  private readonly sockets = new Set<Socket>();
  private open = true;
  private readonly server = createServer((client) => this.pass(client));

  constructor(private readonly target: URL) {}

  async url(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  shut(): void {
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }

  reopen(): void {
    this.open = true;
  }

  close(): void {
    this.shut();
    this.server.close();
  }

  private pass(client: Socket): void {
    if (!this.open) return void client.destroy();
    const server = connect(Number(this.target.port || 3306), this.target.hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server).pipe(client);
  }
}

// The embedded database is a file of the process's own: it does not go away.
(SERVER_URL ? describe : describe.skip)('when the database server is away', () => {
  it('answers are 503 with Retry-After until it is back, and nothing from inside is told', async () => {
    const database = await createTestDatabase();
    const door = new Door(new URL(database.url));
    const test = await startApp({ DATABASE_URL: await door.url() });
    try {
      const ada = await test.as('ada');
      await ada.get('/api/v1/software').expect(200);
      door.shut();
      for (const work of [
        () => ada.get('/api/v1/software'),
        () => ada.get('/api/v1/favorite'),
        () => ada.patch('/api/v1/profile').send({ time_zone: 'UTC' }),
        () => test.http.get('/api/v1/profile').set('Authorization', 'Bearer sut_unknown'),
        () => test.http.get('/health/ready'),
      ]) {
        const response = await work();
        expectProblem(response, 503, 'service-unavailable');
        expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        expect(response.text).not.toMatch(/ECONN|mysql|127\.0\.0\.1|sql/i);
      }
      await test.http.get('/health/live').expect(200);
      expect((await test.http.get('/metrics').expect(200)).text).toContain('\ndatabase_up 0\n');
      door.reopen();
      await eventually(() =>
        ada
          .get('/api/v1/software')
          .expect(200)
          .then(() => true),
      );
      await test.http.get('/health/ready').expect(200);
    } finally {
      await test.close();
      door.close();
      await database.drop();
    }
  });
});

describe('a fault of ours', () => {
  it('tells a request id and nothing from inside', async () => {
    const test = await startApp();
    try {
      const ada = await test.as('ada');
      await test.database.execute('ALTER TABLE publisher RENAME COLUMN support_url TO other_url');
      const response = await ada.get('/api/v1/publisher');
      expectProblem(response, 500, 'internal-error');
      expect(response.body.request_id).toBe(response.headers['x-request-id']);
      expect(response.body).not.toHaveProperty('stack');
      expect(response.text).not.toMatch(/support_url|select|sql|node_modules|\.ts|\.js/i);
    } finally {
      await test.close();
    }
  });
});

describe('a database that is not migrated', () => {
  it('makes the service alive but not ready', async () => {
    const test = await startApp();
    try {
      await test.database.execute('DELETE FROM migrations');
      const response = await test.http.get('/health/ready');
      expectProblem(response, 503, 'service-unavailable');
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      await test.http.get('/health/live').expect(200);
    } finally {
      await test.close();
    }
  });

  // The embedded one is migrated by whoever opens it.
  (SERVER_URL ? it : it.skip)('is no fault of those who ask: later it will be', async () => {
    const test = await startApp();
    try {
      await test.database.execute('RENAME TABLE access_token TO not_there_yet');
      const response = await test.http.get('/api/v1/favorite').set('Authorization', `Bearer sut_${'a'.repeat(43)}`);
      expectProblem(response, 503, 'service-unavailable');
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    } finally {
      await test.close();
    }
  });
});

describe('a database that a newer version has migrated', () => {
  it('leaves the service ready, and gives its migrations nothing to do', async () => {
    const test = await startApp();
    try {
      await test.database.execute(
        "INSERT INTO migrations (timestamp, name) VALUES (4000000000000, 'Later4000000000000')",
      );
      await test.http.get('/health/ready').expect(200);
      expect(await migrate(test.config, ENTITIES)).toEqual([]);
    } finally {
      await test.close();
    }
  });
});
