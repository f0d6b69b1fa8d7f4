import { type Agent, expectProblem, UNKNOWN_ID } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { type MailReceiver, outside } from '../setup/receivers';
import { browserWith, signedIn, startSession } from '../setup/session';
import { count } from '../setup/tracking';

let test: TestApp;
const world = outside();
let smtp: MailReceiver;
let operator: Agent;

beforeAll(async () => {
  smtp = await world.smtp();
  test = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: 'tracker@example.org', CONFIRMATIONS_PER_HOUR: '3' });
  operator = await test.as('olga', ['read', 'write', 'admin']);
});

afterAll(() => test.close());

interface Invited {
  id: string;
  url: string;
  ends_at: string;
  mailed: boolean;
}

const LINK = /^http:\/\/127\.0\.0\.1:\d+\/sign-in#k=(suc_[\w-]{43})$/;
const codeOf = ({ url }: { url: string }) => LINK.exec(url)![1]!;
const invite = async (name: string, more: object = {}) => {
  const { body } = await operator
    .post('/api/v1/user')
    .send({ name, scopes: ['read', 'write'], ...more })
    .expect(201);
  return body.data as Invited;
};
const again = (id: string) => operator.post(`/api/v1/user/${id}/link`).send({ scopes: ['read'] });
const listed = async (name: string) =>
  (await operator.get('/api/v1/user').query({ 'name[like]': name }).expect(200)).body.data[0] as {
    id: string;
    link_until: string | null;
  };
const reasonOf = async (invited: { url: string }) => {
  const response = await startSession(test, { code: codeOf(invited) });
  expectProblem(response, 401, 'unauthorized');
  return response.body.reason as string;
};

describe('an invitation', () => {
  it('is a link that signs a new user in, once, with the scopes that were chosen', async () => {
    const invited = await invite('bea', { scopes: ['read'] });
    expect(invited).toMatchObject({ mailed: false });
    expect(await listed('bea')).toMatchObject({ id: invited.id, link_until: invited.ends_at });
    const { agent } = await browserWith(test, { code: codeOf(invited) });
    const { body } = await agent.get('/api/v1/session/current').expect(200);
    expect(body.data).toMatchObject({ means: 'link', scopes: ['read'], user: { id: invited.id, name: 'bea' } });
    expect(await reasonOf(invited)).toBe('used');
    expect(await listed('bea')).toMatchObject({ link_until: null });
  });

  it('lasts seven days, and is kept as a hash', async () => {
    const invited = await invite('cleo');
    const days = (Date.parse(invited.ends_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const rows = await test.database.query('SELECT * FROM sign_in_link');
    expect(JSON.stringify(rows)).not.toContain(codeOf(invited));
    await test.database.execute('UPDATE sign_in_link SET ends_at = ? WHERE user_id = ?', [
      '2020-01-01 00:00:00.000000',
      invited.id,
    ]);
    expect(await reasonOf(invited)).toBe('expired');
    expect(await listed('cleo')).toMatchObject({ link_until: null });
  });

  it('has a name that nobody has, also when two invite at the same moment', async () => {
    const body = { name: 'twice', scopes: ['read'] };
    const answers = await Promise.all([1, 2, 3].map(() => operator.post('/api/v1/user').send(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await count(test, 'user WHERE name = ?', 'twice')).toBe(1);
  });

  it('is sent by mail where there is an address and a relay', async () => {
    smtp.will(250);
    const invited = await invite('dora', { email: 'dora@example.org' });
    expect(invited.mailed).toBe(true);
    const mail = smtp.mails.at(-1)!;
    expect(mail.to).toEqual(['dora@example.org']);
    expect(mail.parsed.text).toContain(invited.url);
    expect(mail.parsed.html).toContain(invited.url);
  });

  it('tells when the relay did not take the mail, and the link works all the same', async () => {
    smtp.will(550);
    const invited = await invite('emma', { email: 'emma@example.org' });
    expect(invited.mailed).toBe(false);
    await startSession(test, { code: codeOf(invited) }).expect(201);
  });

  it('counts among the mails to strangers of an hour; without a mail there is no such limit', async () => {
    await test.database.execute('UPDATE confirmation_hour SET mails = 3');
    const body = { name: 'flood', scopes: ['read'], email: 'flood@example.org' };
    const refused = await operator.post('/api/v1/user').send(body);
    expectProblem(refused, 429, 'too-many-requests');
    expect(await count(test, 'user WHERE name = ?', 'flood')).toBe(0);
    await invite('flood');
  });

  it('needs a recent sign-in in a browser, and gives no scope that the operator does not have', async () => {
    const browser = await signedIn(test, 'oskar', ['read', 'admin']);
    const long = ['2020-01-01 00:00:00.000000', browser.id];
    await test.database.execute('UPDATE web_session SET created_at = ? WHERE id = ?', long);
    const late = await browser.agent.post('/api/v1/user').send({ name: 'z', scopes: ['read'] });
    expectProblem(late, 403, 'sign-in-again');
    const more = await operator.post('/api/v1/user').send({ name: 'x', scopes: ['read', 'catalogue:write'] });
    expect(expectProblem(more, 403, 'forbidden')).toEqual(['scopes']);
    const { id } = await invite('few');
    expectProblem(
      await operator.post(`/api/v1/user/${id}/link`).send({ scopes: ['catalogue:write'] }),
      403,
      'forbidden',
    );
    expect(await count(test, 'user WHERE name = ?', 'x')).toBe(0);
  });

  it('is in the audit log, without its secret', async () => {
    const invited = await invite('fay');
    const entries = async (action: string) =>
      (await operator.get('/api/v1/audit').query({ action }).expect(200)).body.data[0] as object;
    expect(await entries('user.created')).toMatchObject({ means: 'token', resource: { id: invited.id } });
    expect(await entries('session.link-created')).toMatchObject({ means: 'token', details: { user: invited.id } });
    expect(JSON.stringify(await test.database.query('SELECT * FROM audit_entry'))).not.toContain(codeOf(invited));
  });
});

describe('another link for somebody who was invited', () => {
  it('ends the one before', async () => {
    const first = await invite('gina');
    const { body } = await again(first.id).expect(201);
    expect(await reasonOf(first)).toBe('unknown');
    const { agent } = await browserWith(test, { code: codeOf(body.data as Invited) });
    expect((await agent.get('/api/v1/session/current').expect(200)).body.data.scopes).toEqual(['read']);
  });

  it('is only for those who have nothing here yet: nobody is signed in as somebody else', async () => {
    const browser = await browserWith(test, { code: codeOf(await invite('hera')) });
    const { id } = await listed('hera');
    expectProblem(await again(id), 409, 'conflict');
    await browser.agent
      .post('/api/v1/token')
      .send({ name: 'mine', scopes: ['read'] })
      .expect(201);
    await browser.agent.post('/api/v1/channel').send({ type: 'log', name: 'mine', settings: {} }).expect(201);
    await browser.agent.delete('/api/v1/session/current').expect(204);
    expectProblem(await again(id), 409, 'conflict');
    await test.database.execute('DELETE FROM access_token WHERE user_id = ?', [id]);
    expectProblem(await again(id), 409, 'conflict');
    await test.database.execute('DELETE FROM channel WHERE user_id = ?', [id]);
    await again(id).expect(201);
  });

  it('is for nobody who is disabled, comes from an issuer or does not exist', async () => {
    const { id } = await invite('iris');
    await test.database.execute('UPDATE user SET disabled_at = created_at WHERE id = ?', [id]);
    expectProblem(await again(id), 409, 'conflict');
    await test.database.execute('UPDATE user SET disabled_at = NULL, issuer = ?, subject = ? WHERE id = ?', [
      'https://issuer.example.org',
      'iris',
      id,
    ]);
    expectProblem(await again(id), 409, 'conflict');
    expectProblem(await again(UNKNOWN_ID), 404, 'not-found');
  });

  it('can be taken back, and the audit log has that', async () => {
    const invited = await invite('june');
    await operator.delete(`/api/v1/user/${invited.id}/link`).expect(204);
    expect(await reasonOf(invited)).toBe('unknown');
    expect(await listed('june')).toMatchObject({ link_until: null });
    expectProblem(await operator.delete(`/api/v1/user/${invited.id}/link`), 404, 'not-found');
    const { body } = await operator.get('/api/v1/audit').query({ action: 'session.link-removed' }).expect(200);
    expect(body.data).toMatchObject([{ resource: { id: invited.id } }]);
  });
});
