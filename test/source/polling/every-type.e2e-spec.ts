import { SourceRegistry } from '../../../src/source/sources/source-registry';
import { closeAll, httpReceiver } from '../../notification/providers/peers';
import { known } from '../../setup/api';
import { readStages } from '../sources/stage';
import { PollApp } from './poll-app';

const stages = readStages();

/** What is offered to those who run an older version, where the answers of the stage leave no doubt. */
const NEWEST: Record<string, string> = {
  winget: '24.1.0',
  'winget-manifest': '0.100.1',
  scoop: '24.19.0',
  homebrew: '2.3.1_1',
  endoflife: '18.6',
  go: 'v1.1.0',
  nuget: '2.0.0',
  hex: '1.7.1',
  debian: '4.0.17-0+deb12u3',
  alpine: '1.3.0-r4',
  npm: '1.3.0',
  pypi: '3.6.0',
  crates: '1.0.1',
  rubygems: '3.4.1',
  packagist: 'v1.27.0',
  'helm-index': '4.15.1',
};

describe('a favorite on a product', () => {
  let app: PollApp;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  afterAll(async () => {
    await app.close();
    await closeAll();
  });

  it.each(Object.keys(stages))(
    'of the source type %s is outdated after one poll, and current with its offer',
    async (type) => {
      expect(app.test.app.get(SourceRegistry).get(type)).toBeDefined();
      const receiver = await httpReceiver();
      receiver.respond = (_number, request) => stages[type]!.serve(request, receiver.url);
      const { id } = await known(app.test, `Product at ${type}`, ['0.0.0']);
      const made = await app.editor.post('/api/v1/favorite').send({ software: id, version: '0.0.0' }).expect(201);
      await app.setSource(id, { type, settings: stages[type]!.settings(receiver.url) }).expect(200);

      expect(await app.poll()).toMatchObject({ failed: 0, new: 1 });
      expect(await app.health(id)).toMatchObject({ state: 'ok' });
      await app.test.check();

      const address = `/api/v1/favorite/${made.body.data.uuid}`;
      const { body } = await app.editor.get(`${address}?includeAvailableVersion=true`).expect(200);
      expect(body.data.update_available).toBe(true);
      const offered = body.data.available_version.version as string;
      expect(await app.versionsOf(id)).toContain(offered);
      if (NEWEST[type]) expect(offered).toBe(NEWEST[type]);
      const changed = await app.editor.patch(address).send({ version: offered }).expect(200);
      expect(changed.body.data.update_available).toBe(false);
    },
  );
});
