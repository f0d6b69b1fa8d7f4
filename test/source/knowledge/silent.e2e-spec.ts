import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { KnowledgeService } from '../../../src/source/knowledge/knowledge.service';
import { useApp } from '../../setup/app';

const test = useApp();
const databasePort = new URL(process.env.TEST_DATABASE_URL ?? 'sqlite://none').port;

/** The sockets that somebody opens meanwhile, but for those to the database. */
async function socketsDuring(work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const watch = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', watch);
  try {
    await work();
  } finally {
    unsubscribe('net.client.socket', watch);
  }
  return sockets.filter(({ remotePort }) => String(remotePort) !== databasePort).length;
}

describe('knowledge without an address', () => {
  it('is asked of nobody', async () => {
    const knowledge = test.app.get(KnowledgeService);
    const opened = await socketsDuring(async () => {
      await knowledge.importBundled();
      await knowledge.askDue();
      await test.check();
    });
    expect(opened).toBe(0);
    expect(await socketsDuring(() => test.http.get('/health/live'))).toBe(1);
  });
});
