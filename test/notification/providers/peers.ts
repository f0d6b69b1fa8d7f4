import { createServer as createNetServer, type Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Severity } from 'advisory-match';
import { STEPS } from 'version-order';
import { Config } from '../../../src/config/config';
import type { Message, Update } from '../../../src/notification/rendering/message';
import type { UpdateNotes } from '../../../src/notification/rendering/notes-words';
import type {
  UpdateRisk,
  Vulnerabilities,
  AlertVulnerability,
  RiskAlert,
  SupportAlert,
  SupportFacts,
} from '../../../src/notification/rendering/alert';
import type { MessageVersion } from '../../../src/notification/rendering/tracked-product';
import { closers, listening } from './http-receiver';

/** Receivers of mail on loopback, and messages for the tests of channels. Those of HTTP are in `http-receiver.ts`. */
export * from './http-receiver';

export function config(values: Partial<Config> = {}): Config {
  const defaults = { outboundAllow: ['127.0.0.1/32'], publicUrl: null, smtpUrl: null };
  return Object.assign(new Config(), defaults, { mailFrom: 'Software updates <updates@tracker.example>' }, values);
}

const uuid = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`;

const TIMESTAMP = '2026-11-21T03:00:00.000000Z';

export const DELIVERY_ID = '90000000-0000-4000-8000-00005c0ffee5';

const version = (digit: number, label: string): MessageVersion => ({
  id: uuid(digit),
  version: label,
  created_at: '2026-11-20T10:00:00.000000Z',
});

export const LIVE: Update['freshness'] = {
  state: 'live',
  checked_at: '2026-11-21T02:00:00.000000Z',
  catalogued_as_of: null,
  since: null,
  known: 'stable',
};

/** What the release notes of an update say. */
export const NOTES: UpdateNotes = {
  breaking: [{ version: '143.0', text: 'The old API is gone' }],
  moreBreaking: 0,
  security: { ids: ['CVE-2026-1234'], mentions: true },
  items: [{ version: '142.0.3', text: 'Faster start' }],
  texts: [],
  versions: 3,
  page: 'https://tracker.example/software/2',
};

export function update(values: Partial<Update> = {}): Update {
  return {
    favorite: { id: uuid(1), url: 'https://tracker.example/api/v1/favorite/1' },
    software: { id: uuid(2), name: 'Firefox', url: 'https://firefox.example/' },
    publisher: { id: uuid(3), name: 'Mozilla' },
    trackedVersion: version(4, '142.0.1'),
    version: version(5, '143.0'),
    versions: [version(5, '143.0'), version(6, '142.0.3'), version(7, '142.0.2')],
    step: 'major',
    prerelease: false,
    reminder: false,
    releasedAt: '2026-11-20T10:00:00.000000Z',
    freshness: LIVE,
    links: {
      favorite: 'https://tracker.example/api/v1/favorite/1',
      software: 'https://tracker.example/api/v1/software/2',
      releases: 'https://tracker.example/api/v1/software/2/versions',
      notes: 'https://firefox.example/releases',
    },
    ...values,
  };
}

export function message(values: Partial<Update> = {}, links: Message['links'] = {}): Message {
  const one = update(values);
  const kind = one.reminder ? 'update.reminder' : 'update.available';
  return { kind, timestamp: TIMESTAMP, updates: [one], total: 1, links };
}

const NAMES = ['Firefox', 'nginx', 'PostgreSQL', 'Node.js', 'R&D <tools>', 'Größe', '日本語ソフト', '👩‍💻 Studio'];

/** A digest of as many updates as are said; the message itself holds no more than 500, as those of the service. */
export function digest(total: number, values: Partial<Update> = {}): Message {
  const updates = Array.from({ length: Math.min(total, 500) }, (_, index) =>
    update({
      software: { id: `software-${index}`, name: `${NAMES[index % NAMES.length]} ${index}`, url: null },
      step: STEPS[Math.floor((index * STEPS.length) / Math.min(total, 500))]!,
      ...values,
    }),
  );
  return { kind: 'update.digest', timestamp: TIMESTAMP, updates, total, links: {} };
}

export function disabledMessage(): Message {
  const channel = { id: uuid(8), type: 'webhook', name: 'Team hook', reason: 'Answered 410: the endpoint is gone' };
  return { kind: 'channel.disabled', timestamp: TIMESTAMP, updates: [], total: 0, channel, links: {} };
}

/** PostgreSQL 14, of which 14.23 is in use. */
export const supportAlert = (values: Partial<SupportFacts> = {}, more: Partial<SupportAlert> = {}): SupportAlert => ({
  about: 'support',
  favorite: { id: uuid(1), url: 'https://tracker.example/api/v1/favorite/1' },
  software: { id: uuid(2), name: 'PostgreSQL', url: 'https://postgresql.example/' },
  publisher: { id: uuid(3), name: 'PostgreSQL Global Development Group' },
  trackedVersion: { id: uuid(4), version: '14.23', created_at: '2026-05-20T10:00:00.000000Z' },
  support: {
    cycle: '14',
    basis: 'eol',
    endsOn: '2026-11-12',
    days: 30,
    was: null,
    extendedUntil: null,
    latest: '14.24',
    next: { cycle: '18', until: '2030-11-14' },
    asOf: '2026-10-10',
    ...values,
  },
  links: { dates: 'https://dates.example/postgresql' },
  ...more,
});

/** The message of one end of support. */
export function supportMessage(values: Partial<SupportFacts> = {}, more: Partial<SupportAlert> = {}): Message {
  const alert = supportAlert(values, more);
  const kind = alert.support.days < 0 ? 'support.ended' : 'support.ending';
  return { kind, timestamp: TIMESTAMP, updates: [], alerts: [alert], total: 0, links: {} };
}

/** A vulnerability of an alert. */
export const vulnerability = (id: string, values: Partial<AlertVulnerability> = {}): AlertVulnerability => ({
  id,
  severity: 'critical',
  exploited: [],
  epss: 0.0943,
  summary: `Request smuggling (${id})`,
  fixedIn: '1.30.2',
  isFixedByUpdate: true,
  url: `https://advisories.example/${id}`,
  ...values,
});

export const EXPLOITED: AlertVulnerability['exploited'] = [{ by: 'CISA', since: '2026-11-20' }];

/** nginx, of which 1.30.0 is in use and 1.30.4 available. */
export function riskAlert(vulnerabilities: AlertVulnerability[], more: Partial<RiskAlert> = {}): RiskAlert {
  return {
    about: 'vulnerability',
    known: 'stable',
    favorite: { id: uuid(1), url: 'https://tracker.example/api/v1/favorite/1' },
    software: { id: uuid(2), name: 'nginx', url: 'https://nginx.example/' },
    publisher: { id: uuid(3), name: 'nginx' },
    trackedVersion: { id: uuid(4), version: '1.30.0', created_at: '2026-05-20T10:00:00.000000Z' },
    vulnerabilities,
    total: vulnerabilities.length,
    update: { id: uuid(5), version: '1.30.4' },
    databases: ['Bitnami', 'NVD'],
    asOf: '2026-11-20',
    links: { manage: 'https://tracker.example/update/token' },
    ...more,
  };
}

/** The message of one alert about vulnerabilities. */
export function riskMessage(
  vulnerabilities = [vulnerability('CVE-2026-42533'), vulnerability('CVE-2026-42534')],
  more: Partial<RiskAlert> = {},
): Message {
  const isExploited = vulnerabilities.some(({ exploited }) => exploited.length > 0);
  const kind = isExploited ? 'vulnerability.exploited' : 'vulnerability.found';
  return { kind, timestamp: TIMESTAMP, updates: [], alerts: [riskAlert(vulnerabilities, more)], total: 0, links: {} };
}

/** Some vulnerabilities, in the order of their ids; the first ones are known to be exploited. */
export function vulnerabilities(counts: Partial<Vulnerabilities['bySeverity']>, exploited = 0): Vulnerabilities {
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, ...counts };
  const all = Object.entries(bySeverity).flatMap(([severity, count]) =>
    Array.from({ length: count }, () => severity as Severity),
  );
  const named = all.slice(0, 20).map((severity, index) => ({
    id: `CVE-2026-${1001 + index}`,
    severity,
    exploited: index < exploited ? EXPLOITED : [],
    epss: null,
  }));
  return { named, total: all.length, exploited, bySeverity };
}

/** What an update does about vulnerabilities. */
export const updateRisk = (values: Partial<UpdateRisk>): UpdateRisk => ({
  fixed: vulnerabilities({}),
  remaining: vulnerabilities({}),
  introduced: vulnerabilities({}),
  ...values,
});

/** Sources that fail; the message itself names no more than 100, as those of the service. */
export function failingMessage(total: number, name = 'Firefox'): Message {
  const sources = Array.from({ length: Math.min(total, 100) }, (_, index) => ({
    software: { id: `software-${index}`, name: total === 1 ? name : `${name} ${index}` },
    type: 'github-releases',
    failingSince: '2026-11-20T10:00:00.000000Z',
    lastError: 'Answered 404: there is nothing at this URL',
    links: { software: `https://tracker.example/api/v1/software/${index}` },
  }));
  return { kind: 'source.failing', timestamp: TIMESTAMP, updates: [], total, sources, links: {} };
}

/** Text that tries to break out of headers, HTML, JSON, templates and the direction of reading. */
export const HOSTILE_NAME =
  'Foo\r\nBcc: evil@evil.example\u0000\u202E<script>alert(1)</script><img src=x onerror=alert(1)>"><a href="https://evil.example">' +
  '</title>{{constructor}}<%= process.env %>${process.env}\ud800';

export function hostileMessage(): Message {
  const hostile = { id: uuid(5), version: HOSTILE_NAME, created_at: '2026-11-20T10:00:00.000000Z' };
  const values: Partial<Update> = {
    software: { id: uuid(2), name: HOSTILE_NAME, url: 'javascript:alert(1)' },
    publisher: { id: uuid(3), name: HOSTILE_NAME },
    trackedVersion: { ...hostile, id: uuid(4) },
    inUse: {
      places: Array.from({ length: 50 }, () => ({ place: HOSTILE_NAME, version: HOSTILE_NAME, inventories: 1 })),
      more: 0,
    },
    version: hostile,
    versions: Array.from({ length: 10_000 }, (_, index) => ({ ...hostile, id: index === 0 ? uuid(5) : `id-${index}` })),
    links: { releases: 'data:text/html,<script>1</script>', software: 'https://a:b@evil.example/' },
  };
  return message(values, { self: '//evil.example/' });
}

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  parsed: ParsedMail;
}

/** A real SMTP server; `options` script its verdicts. Errors with `responseCode` become replies. */
export async function smtpReceiver(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    // Its own key pair is for tests only, which this is.
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        void simpleParser(raw).then((parsed) => {
          const to = rcptTo.map(({ address }) => address);
          mails.push({ from: mailFrom ? mailFrom.address : '', to, raw: raw.toString('utf8'), parsed });
          done();
        });
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await listening(server.server);
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

export function smtpVerdict(responseCode: number, text = 'as scripted'): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** A raw SMTP peer that speaks line by line: `script` answers each line, or does worse. */
export async function smtpScript(script: (line: string, socket: Socket) => void, greeting: string | null = '220 peer') {
  const sockets = new Set<Socket>();
  const peer = { url: '', lines: [] as string[] };
  const server = createNetServer((socket) => {
    sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        peer.lines.push(line);
        script(line, socket);
      }
    });
    if (greeting !== null) socket.write(`${greeting}\r\n`);
  });
  peer.url = `smtp://127.0.0.1:${await listening(server)}`;
  closers.push(() => {
    sockets.forEach((socket) => void socket.destroy());
    return new Promise((resolve) => server.close(resolve));
  });
  return peer;
}
