import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';

/** The outside world of a test file: receivers on loopback that know what is to come, and fail the test on anything else. */
export interface Outside {
  http(): Promise<HttpReceiver>;
  smtp(): Promise<MailReceiver>;
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, when its Standard Webhooks signature is right. */
  verified(secret: string): WebhookBody;
}

export interface WebhookBody {
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { version: { id: string; version: string }; software: { name: string } };
}

type Answer =
  number | { status: number; headers?: Record<string, string> } | ((response: ServerResponse) => void | Promise<void>);

export interface HttpReceiver {
  url: string;
  requests: ReceivedRequest[];
  /** Expects one more request for each answer, which it gets in this order. */
  will(...answers: Answer[]): void;
}

export interface ReceivedMail {
  to: string[];
  parsed: ParsedMail;
}

export interface MailReceiver {
  url: string;
  mails: ReceivedMail[];
  /** Expects one more recipient for each: 250 takes the mail, another code refuses the recipient. */
  will(...codes: number[]): void;
}

interface Receiver {
  verify(): string[];
  close(): Promise<void>;
}

/** To be called once at the top of a describe or a file: checks after each test, closes after all. */
export function outside(): Outside {
  const receivers: Receiver[] = [];
  afterEach(() => {
    expect(receivers.flatMap((receiver) => receiver.verify())).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });
  const add = <T extends Receiver>(receiver: T) => {
    receivers.push(receiver);
    return receiver;
  };
  return { http: async () => add(await httpReceiver()), smtp: async () => add(await mailReceiver()) };
}

/** What was expected and what was not: empty when both lists were. */
function leftOver(kind: string, answers: unknown[], unexpected: string[]): string[] {
  const problems = [...unexpected.splice(0).map((what) => `unexpected ${kind}: ${what}`)];
  if (answers.length > 0) problems.push(`${answers.length} expected ${kind}(s) did not come`);
  answers.length = 0;
  return problems;
}

async function httpReceiver(): Promise<HttpReceiver & Receiver> {
  const requests: ReceivedRequest[] = [];
  const answers: Answer[] = [];
  const unexpected: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { headers } = request;
      const verified = (secret: string) =>
        new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody;
      requests.push({ path: request.url ?? '', headers, body, verified });
      const answer = answers.shift();
      if (answer === undefined) unexpected.push(`${request.method} ${request.url} ${body}`);
      if (typeof answer === 'function') return void answer(response);
      const { status, headers: more = {} } = typeof answer === 'object' ? answer : { status: answer ?? 500 };
      response.writeHead(status, more).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    will: (...more) => void answers.push(...more),
    verify: () => leftOver('request', answers, unexpected),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function mailReceiver(): Promise<MailReceiver & Receiver> {
  const mails: ReceivedMail[] = [];
  const codes: number[] = [];
  const unexpected: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const code = codes.shift();
      if (code === undefined) unexpected.push(`to ${address}`);
      done(code === 250 ? null : Object.assign(new Error('as scripted'), { responseCode: code ?? 554 }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void simpleParser(Buffer.concat(chunks)).then((parsed) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), parsed });
          done();
        });
      });
    },
  });
  // A peer that is killed in the middle of a session is part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    will: (...more) => void codes.push(...more),
    verify: () => leftOver('mail', codes, unexpected),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
