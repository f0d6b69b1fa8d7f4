import { acceptSettings, SettingsError } from '../../../src/common/settings/settings';
import {
  outcomeOfSmtpError,
  parseSmtpUrl,
  EmailChannel,
  type MailLimits,
} from '../../../src/notification/providers/email.channel';
import { parseMailAddress } from '../../../src/common/settings/setting';
import type { Message } from '../../../src/notification/rendering/message';
import { outgoingProxy } from '../../setup/proxy';
import {
  closeAll,
  closers,
  config,
  DELIVERY_ID,
  hostileMessage,
  message,
  smtpReceiver,
  smtpScript,
  smtpVerdict,
} from './peers';

afterEach(closeAll);

const RELAY = 'smtp://mail.example:2525?tls=no';

function channel(smtpUrl: string | null, limits?: Partial<MailLimits>, mailFrom?: string): EmailChannel {
  const email = new EmailChannel(config({ smtpUrl, ...(mailFrom ? { mailFrom } : {}) }), limits);
  closers.push(() => email.onModuleDestroy());
  return email;
}

function send(email: EmailChannel, content: Message = message(), address = 'user@example.net') {
  return email.send({ id: DELIVERY_ID, attempt: 1, settings: { address }, message: content });
}

describe('a mail', () => {
  test('goes to one recipient, says who it is from and that a machine wrote it', async () => {
    const relay = await smtpReceiver();
    expect(await send(channel(relay.url))).toEqual({ kind: 'ok', code: 250 });
    const [mail] = relay.mails;
    expect(mail).toMatchObject({ from: 'updates@tracker.example', to: ['user@example.net'] });
    expect(mail?.parsed.from?.text).toBe('"Software updates" <updates@tracker.example>');
    expect(mail?.parsed.subject).toBe('Firefox 143.0 is out (you use 142.0.1)');
    expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.parsed.messageId).toBe(`<d-${DELIVERY_ID}@tracker.example>`);
    expect(mail?.parsed.references).toBe('<sw-20000000-0000-4000-8000-000000000000@tracker.example>');
    expect(mail?.parsed.text).toContain('You use:      142.0.1');
    expect(mail?.parsed.html).toContain('<bdi>143.0</bdi>');
    expect(mail?.raw).toMatch(/multipart\/alternative/);
    expect(mail?.raw.indexOf('text/plain')).toBeLessThan(mail!.raw.indexOf('text/html'));
  });

  test('is from whom MAIL_FROM names', async () => {
    const relay = await smtpReceiver();
    await send(channel(relay.url, {}, '"Müller, Updates" <u@tracker.example>'));
    expect(relay.mails[0]?.from).toBe('u@tracker.example');
    expect(relay.mails[0]?.parsed.from?.value).toEqual([{ name: 'Müller, Updates', address: 'u@tracker.example' }]);
    await send(channel(relay.url, {}, 'updates@tracker.example'));
    expect(relay.mails[1]?.parsed.from?.value).toEqual([{ name: '', address: 'updates@tracker.example' }]);
  });

  test('without a relay it waits and uses up no attempt', async () => {
    expect(await send(channel(null))).toEqual({ kind: 'retry', reason: 'SMTP_URL is not configured', transport: true });
  });

  test('names no link to unsubscribe in a header where it has no https address', async () => {
    const relay = await smtpReceiver();
    for (const scheme of ['http', 'https'])
      await send(channel(relay.url), message({}, { unsubscribe: `${scheme}://tracker.example/u/1` }));
    expect(relay.mails.map(({ raw }) => /^List-Unsubscribe:/im.test(raw))).toEqual([false, true]);
  });

  // Case 78 and 80.
  test('hostile names make no header, no recipient and no markup', async () => {
    const relay = await smtpReceiver();
    await send(channel(relay.url), hostileMessage());
    const [mail] = relay.mails;
    expect(mail?.to).toEqual(['user@example.net']);
    expect(mail?.parsed.bcc).toBeUndefined();
    expect(mail?.raw.slice(0, mail.raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im);
    expect(mail?.parsed.subject).toContain('Foo Bcc: evil@evil.example <script>alert(1)</script>');
    expect(mail?.parsed.html).not.toMatch(/<script|<img|<a href="https:\/\/evil/);
    expect(mail?.parsed.text).toContain('<script>alert(1)</script>');
  });
});

// Case 79.
describe('the address', () => {
  test.each([
    ['name@example.com', 'name@example.com'],
    ['first.last+tag@Sub.Example.COM', 'first.last+tag@sub.example.com'],
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
    ['root@localhost', 'root@localhost'],
  ])('%s is sent to %s', (text, address) => expect(parseMailAddress(text)).toBe(address));

  test('is refused on save and never sent to when it is anything but one plain address', async () => {
    const bad = [
      'a@x,b@y',
      'a@x.example, b@y.example',
      '"a@x"@y.example',
      '"a b"@y.example',
      'a@x.example\r\n',
      'a@x.example\r\nBcc: b@y.example',
      '<a@x.example>',
      'Name <a@x.example>',
      'a@x@y.example',
      'a@x.example;b@y.example',
      'a (comment)@x.example',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@-x.example',
      'a@x..example',
      '.a@x.example',
      'a..b@x.example',
      'ü@x.example',
      'a@x.example ',
      'a@ex%61mple.com',
      '@x.example',
      'a@',
      'a',
      '',
      `${'a'.repeat(65)}@x.example`,
      `a@${'x'.repeat(64)}.example`,
      `a@${'x.'.repeat(200)}example`,
    ];
    const relay = await smtpReceiver();
    const email = channel(relay.url);
    for (const address of bad) {
      expect(() => acceptSettings(email, { address })).toThrow(SettingsError);
      expect([address, (await send(email, message(), address)).kind]).toEqual([address, 'dead']);
    }
    expect(relay.mails).toEqual([]);
  });
});

describe('what the relay says', () => {
  // Case 42.
  test('a grey-listed mail is accepted later, with the same Message-ID', async () => {
    let visits = 0;
    const relay = await smtpReceiver({
      onRcptTo: (_address, _session, done) => done(++visits === 1 ? smtpVerdict(451, 'greylisted') : null),
    });
    const email = channel(relay.url);
    expect(await send(email)).toMatchObject({ kind: 'retry', code: 451, excerpt: '451 greylisted' });
    expect((await send(email)).kind).toBe('ok');
    expect((await send(email)).kind).toBe('ok');
    expect(new Set(relay.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });

  // Case 76.
  test('a refusal that is no text has an excerpt that is one', async () => {
    const nonsense = Buffer.concat([
      Buffer.from('550 no \u0000\u0007'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xf0, 0x9f]),
      Buffer.from(`${'😀'.repeat(2_000)}\r\n`),
    ]);
    const relay = await smtpScript((line, socket) => {
      socket.write(line.startsWith('RCPT') ? nonsense : '250 ok\r\n');
    });
    const { kind, code, excerpt } = await send(channel(relay.url));
    expect([kind, code]).toEqual(['dead', 550]);
    expect(excerpt).toMatch(/^550 no /);
    expect([...excerpt!].length).toBeLessThanOrEqual(500);
    expect(excerpt).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });

  // Cases 43 and 44.
  test.each([
    ['RCPT', 452, { kind: 'retry', code: 452 }],
    ['RCPT', 450, { kind: 'retry', code: 450 }],
    ['RCPT', 550, { kind: 'dead', code: 550 }],
    ['RCPT', 552, { kind: 'dead', code: 552 }],
    ['MAIL', 451, { kind: 'retry', code: 451 }],
    ['MAIL', 552, { kind: 'dead', code: 552 }],
    ['MAIL', 553, { kind: 'retry', code: 553, transport: true }],
    ['DATA', 451, { kind: 'retry', code: 451 }],
    ['DATA', 554, { kind: 'dead', code: 554 }],
  ] as const)('%s answered %i', async (command, code, outcome) => {
    const verdict = smtpVerdict(code);
    const relay = await smtpReceiver({
      onMailFrom: (_address, _session, done) => done(command === 'MAIL' ? verdict : null),
      onRcptTo: (_address, _session, done) => done(command === 'RCPT' ? verdict : null),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(verdict)),
    });
    const result = await send(channel(relay.url));
    expect(result).toMatchObject(outcome);
    expect(result.transport).toBe('transport' in outcome ? true : undefined);
  });

  test.each([
    ['greets with 421', '421 busy'],
    ['greets with 554', '554 no service here'],
    ['never greets', null],
  ])('that a relay %s is not the fault of the message', async (_what, greeting) => {
    const relay = await smtpScript(() => undefined, greeting);
    const outcome = await send(channel(relay.url, { greetingMs: 100 }));
    expect(outcome).toMatchObject({ kind: 'retry', transport: true });
    if (greeting) expect(outcome.code).toBe(Number(greeting.slice(0, 3)));
  });

  // Case 45 and 43.
  test.each([535, 454])('a login that is answered %i uses up no attempt', async (code) => {
    const relay = await smtpReceiver({
      onAuth: (_auth, _session, done) => done(smtpVerdict(code)),
      authOptional: false,
    });
    const outcome = await send(channel(relay.url.replace('//', '//user:canary-password@')));
    expect(outcome).toMatchObject({ kind: 'retry', code, transport: true });
    expect(JSON.stringify(outcome)).not.toContain('canary');
    expect(relay.mails).toEqual([]);
  });

  test('a login goes with decoded credentials', async () => {
    const seen: unknown[] = [];
    const relay = await smtpReceiver({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    expect((await send(channel(relay.url.replace('//', '//us%40er:p%3Aw@')))).kind).toBe('ok');
    expect(seen).toEqual([['us@er', 'p:w']]);
  });

  // Case 46.
  test('where TLS is required and STARTTLS is missing, nothing is sent in clear', async () => {
    const lines: string[] = [];
    const relay = await smtpScript((line, socket) => {
      lines.push(line);
      socket.write(line.startsWith('EHLO') ? '250 peer\r\n' : line === 'STARTTLS' ? '502 no\r\n' : '250 ok\r\n');
    });
    const outcome = await send(channel(`${relay.url}?tls=required`));
    expect(outcome).toMatchObject({ kind: 'retry', transport: true, reason: 'The mail relay offers no valid TLS' });
    expect(lines.join()).not.toMatch(/MAIL|RCPT|AUTH/);
  });

  test('a certificate of nobody is no valid TLS', async () => {
    const relay = await smtpReceiver({ disabledCommands: [] });
    expect(await send(channel(`${relay.url}?tls=required`))).toMatchObject({ kind: 'retry', transport: true });
    expect(relay.mails).toEqual([]);
  });

  test('nobody there is the relay, not the message', async () => {
    expect(await send(channel('smtp://127.0.0.1:1'))).toMatchObject({ kind: 'retry', transport: true });
  });

  // Case 47.
  test('a connection lost after the mail was handed over leaves the outcome unknown', async () => {
    let body = false;
    const relay = await smtpScript((line, socket) => {
      if (body && line === '.') return socket.destroy();
      if (body) return;
      body = line === 'DATA';
      socket.write(body ? '354 go\r\n' : '250 ok\r\n');
    });
    const outcome = await send(channel(relay.url));
    expect(outcome).toMatchObject({ kind: 'retry', unknown: true });
    expect(outcome.transport).toBeUndefined();
    expect(relay.lines).toContain(`Message-ID: <d-${DELIVERY_ID}@tracker.example>`);
    expect(relay.lines.filter((line) => line.startsWith('MAIL'))).toHaveLength(1);
  });

  // Case 48.
  test('a relay that falls silent after RCPT ends at the silence limit', async () => {
    const relay = await smtpScript((line, socket) => void (line.startsWith('RCPT') || socket.write('250 ok\r\n')));
    expect(await send(channel(relay.url, { socketMs: 150 }))).toMatchObject({ kind: 'retry', unknown: true });
  });

  test('a relay that trickles its answer ends at the total limit', async () => {
    const relay = await smtpScript((line, socket) => {
      if (!line.startsWith('RCPT')) return socket.write('250 ok\r\n');
      const drip = setInterval(() => socket.write('2'), 10).unref();
      socket.on('close', () => clearInterval(drip));
      return;
    });
    expect(await send(channel(relay.url, { totalMs: 200 }))).toMatchObject({ kind: 'retry', unknown: true });
  });

  test('many mails share a few connections', async () => {
    let connections = 0;
    const relay = await smtpReceiver({ onConnect: (_session, done) => done(void connections++) });
    const email = channel(relay.url);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(email)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['ok']));
    expect(relay.mails).toHaveLength(20);
    expect(connections).toBeLessThanOrEqual(5);
  });
});

test.each([
  ['smtp://mail.example', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://mail.example:25?tls=no', { port: 25, secure: false, requireTLS: false, ignoreTLS: true }],
  ['smtp://mail.example?tls=nonsense', { requireTLS: true, ignoreTLS: false }],
  ['smtps://mail.example', { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
  ['smtps://mail.example?tls=no', { secure: true, ignoreTLS: false }],
  ['smtp://localhost:1025', { host: 'localhost', requireTLS: false, ignoreTLS: true }],
  ['smtp://[::1]:1025', { host: '::1', ignoreTLS: true }],
  ['smtp://127.0.0.1?tls=required', { requireTLS: true, ignoreTLS: false }],
  ['smtp://u%40x:p%2Fw@mail.example', { auth: { user: 'u@x', pass: 'p/w' } }],
])('SMTP_URL %s', (url, relay) => expect(parseSmtpUrl(url)).toMatchObject(relay));

test.each([
  [{ code: 'EDNS' }, { kind: 'retry', transport: true }],
  [
    { code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' },
    { kind: 'retry', transport: true },
  ],
  [
    { code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' },
    { kind: 'retry', unknown: true },
  ],
  [
    { code: 'EENVELOPE', responseCode: 503, command: 'RCPT TO' },
    { kind: 'retry', code: 503 },
  ],
  [{ code: 'EFILEACCESS' }, { kind: 'retry', unknown: true }],
  [{}, { kind: 'retry', unknown: true }],
])('the error %j', (error, outcome) => expect(outcomeOfSmtpError(error)).toMatchObject(outcome));

describe('by an outgoing proxy', () => {
  async function proxied(noProxy: string[] = []) {
    const relay = await smtpReceiver();
    const proxy = await outgoingProxy();
    closers.push(() => proxy.close());
    proxy.leadsTo = Number(new URL(relay.url).port);
    const httpsProxy = new URL(`http://user:canary-p%40ss@127.0.0.1:${proxy.port}`);
    const at = (smtpUrl: string) => {
      const email = new EmailChannel(config({ smtpUrl, httpsProxy, noProxy }), { connectMs: 300 });
      closers.push(() => email.onModuleDestroy());
      return email;
    };
    return { relay, proxy, at };
  }

  test('a mail goes through a tunnel to the relay', async () => {
    const { relay, proxy, at } = await proxied();
    expect(await send(at(RELAY))).toEqual({ kind: 'ok', code: 250 });
    expect(proxy.passed).toEqual([
      {
        method: 'CONNECT',
        target: 'mail.example:2525',
        host: 'mail.example:2525',
        credentials: 'user:canary-p@ss',
      },
    ]);
    expect(relay.mails).toHaveLength(1);
  });

  test('a relay in NO_PROXY is reached directly', async () => {
    const { relay, proxy, at } = await proxied(['127.0.0.1']);
    expect(await send(at(relay.url))).toEqual({ kind: 'ok', code: 250 });
    expect(proxy.passed).toEqual([]);
  });

  test.each([
    [407, 'The outgoing proxy gives no way to the mail relay'],
    [403, 'The outgoing proxy gives no way to the mail relay'],
    ['silent', 'The mail relay does not answer'],
  ] as const)('a proxy that answers %s is not the fault of the message', async (refuses, reason) => {
    const { proxy, at } = await proxied();
    proxy.refuses = refuses;
    const outcome = await send(at(RELAY));
    expect(outcome).toMatchObject({ kind: 'retry', reason, transport: true });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  test('a proxy that is down is neither', async () => {
    const { proxy, at } = await proxied();
    await proxy.close();
    expect(await send(at(RELAY))).toMatchObject({
      kind: 'retry',
      reason: 'The outgoing proxy cannot be reached',
      transport: true,
    });
  });
});
