import { useApp } from '../../setup/app';
import { outside } from '../../setup/receivers';
import { newUser, track, trackRecord } from '../../setup/tracking';
import { product } from '../../setup/catalogue';

const PUBLIC_URL = 'https://tracker.example';

let serial = 0;

/** Where messages lead people. */
describe.each([
  ['with the web application', 'true'],
  ['without the web application', 'false'],
])('%s', (_what, web) => {
  const world = outside();
  let smtp: Awaited<ReturnType<typeof world.smtp>>;

  beforeAll(async () => {
    smtp = await world.smtp();
  });

  const test = useApp(() => ({ PUBLIC_URL, SMTP_URL: smtp.url, MAIL_FROM: 'tracker@example.org', WEB: web }));

  const mailOf = async () => {
    const { parsed } = smtp.mails.at(-1)!;
    return { text: parsed.text!, html: String(parsed.html) };
  };

  async function userWith(timing: object = {}) {
    const hook = await world.http();
    const agent = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: hook.url }, ...timing });
    const settings = { address: `${web}-${++serial}@example.org` };
    await agent
      .post('/api/v1/channel')
      .send({ type: 'email', name: 'mail', settings, ...timing })
      .expect(201);
    return { agent, hook };
  }

  it('a mail about an update leads to the product there, and a webhook to the API alone', async () => {
    const { agent, hook } = await userWith();
    const tracked = await track(test, agent, '1.0');
    await tracked.release('2.0');
    await test.check();
    hook.will(200);
    smtp.will(250);
    await test.deliver();
    const mail = await mailOf();
    for (const part of [mail.text, mail.html])
      expect(part.includes(`${PUBLIC_URL}/software/${tracked.software}`)).toBe(web === 'true');
    expect(mail.text).toContain(`${PUBLIC_URL}/update/`);
    expect(mail.text).toContain(`Unsubscribe: ${PUBLIC_URL}/u/`);
    expect(mail.text).not.toContain('/api/v1');
    const body = hook.requests[0]!.body;
    expect(body).toContain(`${PUBLIC_URL}/api/v1/software/${tracked.software}`);
    expect(body).not.toContain(`"${PUBLIC_URL}/software`);
    expect(Object.keys(JSON.parse(body).data)).not.toContain('page');
  });

  it('a digest leads to all updates', async () => {
    const { agent, hook } = await userWith({ digest: { every: 'hourly' } });
    for (const name of ['One', 'Two']) {
      const record = product(`${name} ${web}`, ['1.0']);
      await test.import(record);
      const tracked = await trackRecord(test, agent, record, '1.0');
      await tracked.release('2.0');
    }
    await test.check();
    await test.database.execute(
      `UPDATE delivery SET collect_at = '2026-01-01 00:00:00.000000' WHERE collect_at IS NOT NULL`,
    );
    hook.will(200);
    smtp.will(250);
    await test.deliver();
    const mail = await mailOf();
    for (const part of [mail.text, mail.html]) expect(part.includes(`${PUBLIC_URL}/updates`)).toBe(web === 'true');
    expect(hook.requests[0]!.body).not.toContain(`${PUBLIC_URL}/updates`);
    expect(JSON.parse(hook.requests[0]!.body)).toMatchObject({ type: 'update.digest' });
  });

  it('the notice about a channel that was switched off leads to the channel', async () => {
    const { agent, hook } = await userWith();
    const tracked = await track(test, agent, '1.0');
    await tracked.release('2.0');
    await test.check();
    hook.will(410);
    smtp.will(250, 250);
    await test.deliver();
    await test.deliver();
    const channels = (await agent.get('/api/v1/channel?type=webhook').expect(200)).body.data as { id: string }[];
    const mail = await mailOf();
    expect(mail.text).toContain('was switched off');
    for (const part of [mail.text, mail.html])
      expect(part.includes(`${PUBLIC_URL}/channels/${channels[0]!.id}`)).toBe(web === 'true');
  });
});
