import { expectProblem } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';

const REASON = 'cannot be used here: this installation has no mail relay (SMTP_URL)';
const EMAIL = { type: 'email', name: 'Mailbox', settings: { address: 'ada@example.org' } };

describe('a channel of a type for which the operator has not set what it needs', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
  });

  afterAll(() => test.close());

  it('cannot be made and not be tested, and the type says why', async () => {
    const ada = await test.as('ada');
    const types = (await ada.get('/api/v1/channel-type').expect(200)).body.data as {
      type: string;
      unavailable: string | null;
    }[];
    expect(types.find(({ type }) => type === 'email')?.unavailable).toBe(REASON);
    for (const path of ['/api/v1/channel', '/api/v1/channel/test']) {
      const { name: _name, ...test } = EMAIL;
      const refused = await ada.post(path).send(path.endsWith('test') ? test : EMAIL);
      expect(expectProblem(refused, 422, 'invalid-body')).toEqual(['type']);
      expect(refused.body.errors[0].message).toBe(REASON);
    }
  });

  it('that was made before says so, in place of waiting for whoever cannot be asked', async () => {
    const before = await startApp({
      SMTP_URL: 'smtp://127.0.0.1:9',
      APPRISE_URL: 'http://127.0.0.1:9/',
      TRUST_EMAIL_ADDRESSES: 'false',
    });
    try {
      const ada = await before.as('ada');
      const apprise = { type: 'apprise', name: 'Apprise', settings: { key: 'team-updates' } };
      const ids = [];
      for (const body of [EMAIL, apprise]) {
        const { data } = (await ada.post('/api/v1/channel').send(body).expect(201)).body;
        expect(data.unavailable).toBeNull();
        ids.push(data.id as string);
      }
      for (const row of await before.database.query<Record<string, string>>('SELECT * FROM channel'))
        await test.database.execute(
          `INSERT INTO channel (${Object.keys(row).join(', ')}) SELECT ${Object.keys(row)
            .map((name) => (name === 'user_id' ? '(SELECT id FROM user LIMIT 1)' : '?'))
            .join(', ')}`,
          Object.entries(row).flatMap(([name, value]) => (name === 'user_id' ? [] : [value])),
        );
      const here = await test.as('ada');
      const [mail, other] = await Promise.all(
        ids.map(async (id) => (await here.get(`/api/v1/channel/${id}`).expect(200)).body.data),
      );
      expect(mail).toMatchObject({ state: 'unconfirmed', unavailable: REASON });
      expect(other).toMatchObject({ state: 'ok', unavailable: expect.stringContaining('APPRISE_URL') });
      for (const path of [`${ids[0]}/test`, `${ids[0]}/confirmation`, `${ids[1]}/test`]) {
        const refused = await here.post(`/api/v1/channel/${path}`);
        expectProblem(refused, 409, 'conflict');
        expect(refused.body.detail).toMatch(/SMTP_URL|APPRISE_URL/);
      }
    } finally {
      await before.close();
    }
  });
});
