import { startApp } from '../../setup/app';
import { createTestDatabase } from '../../setup/database';
import { outside } from '../../setup/receivers';
import { subscribe } from './case-world';

const world = outside();

// Case 38. A file of its own: two applications on one database, and the first one's guard would serve other tests too.
describe('a channel', () => {
  it('whose address may not be called any more is tried again, as one whose name is unknown is', async () => {
    const database = await createTestDatabase();
    const open = await startApp({ DATABASE_URL: database.url });
    const subscriber = await subscribe(open, (await world.http()).url);
    await subscriber.news();
    const closed = await startApp({ DATABASE_URL: database.url, OUTBOUND_ALLOW: '' });
    const summary = await closed.deliver();
    const { state } = await subscriber.readChannel();
    for (const app of [closed, open]) await app.close();
    await database.drop();
    expect(summary).toMatchObject({ queued: 1 });
    expect(state).toBe('failing');
  });
});
