import { Proxy } from '../crash/proxy';
import { createStage, onServerDatabase, type Stage } from '../setup/process';

// The embedded database has no connection that could be lost.
(onServerDatabase ? describe : describe.skip)('a command whose first connection is lost while it is opened', () => {
  let stage: Stage;
  let proxy: Proxy;

  beforeAll(async () => {
    stage = await createStage();
    const server = new URL(stage.env.DATABASE_URL!);
    proxy = new Proxy({ host: server.hostname, port: Number(server.port || 3306) }, () => undefined);
  });

  afterAll(async () => {
    await proxy.close();
    await stage.drop();
  });

  it('does its work on the next one, and ends', async () => {
    const url = new URL(stage.env.DATABASE_URL!);
    url.hostname = '127.0.0.1';
    url.port = String(await proxy.listen());
    let lost = 0;
    // What the service alone says on a new connection, before anything else.
    const spring = () => {
      lost++;
      proxy.cut();
    };
    proxy.set({ fragment: 'SET SESSION TRANSACTION', when: 'before', spring });
    expect(await stage.json(['check'], undefined, { DATABASE_URL: url.href })).toMatchObject({ notified: 0 });
    expect(lost).toBe(1);
  });
});
