// A process of its own, since Node reads NODE_EXTRA_CA_CERTS at its start only: requests each URL of the arguments as the
// service would (https://… with OutgoingHttp, smtp://… with the e-mail channel) and prints what came of each, as JSON.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(import.meta.url);
// stdout is for the answer alone.
load('@nestjs/common').Logger.overrideLogger(false);
const dist = (path) => load(join(import.meta.dirname, '..', '..', 'dist', path));
const { Config } = dist('config/config.js');
const { OutgoingHttp } = dist('common/outgoing-http/outgoing-http.js');
const { EmailChannel } = dist('notification/providers/email.channel.js');
const { testMessage } = dist('notification/rendering/message.js');

const configured = (values) =>
  Object.assign(new Config(), {
    outboundAllow: ['127.0.0.1/32'],
    publicUrl: null,
    mailFrom: 'updates@tracker.example',
    smtpUrl: null,
    ...values,
  });

async function request(url) {
  const http = new OutgoingHttp(configured({}));
  try {
    return { status: (await http.request({ method: 'GET', url, timeoutMs: 5_000 })).status };
  } catch ({ kind }) {
    return { kind };
  } finally {
    await http.onModuleDestroy();
  }
}

async function mail(smtpUrl) {
  const email = new EmailChannel(configured({ smtpUrl }), { totalMs: 5_000 });
  const message = testMessage('2026-11-21T03:00:00Z');
  const outcome = await email.send({
    id: crypto.randomUUID(),
    attempt: 1,
    settings: { address: 'user@example.net' },
    message,
  });
  email.onModuleDestroy();
  return outcome;
}

const answers = [];
for (const url of process.argv.slice(2)) answers.push(await (url.startsWith('https:') ? request(url) : mail(url)));
process.stdout.write(JSON.stringify(answers));
