// Writes samples of the mails as HTML files, to be looked at in a browser.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, refuse } from './lib/options.mjs';

const USAGE = `npm run build && node scripts/render-samples.mjs [folder]
Writes samples of the mails as HTML files into the folder (samples), to be looked at in a browser.`;

const [folder = 'samples'] = readOptions(USAGE, {}, true).positionals;
if (!existsSync('dist/main.js')) refuse('The service is not built: npm run build');
const { confirmationContent } = await import('../dist/notification/system-message/confirmation-mails.js');
const { testMessage } = await import('../dist/notification/rendering/message.js');
const { renderText } = await import('../dist/notification/rendering/render-text.js');

const ORIGIN = 'https://updates.example.org';
const NOW = '2026-11-21T03:00:00.000000Z';
const TOKEN = 'Kx7Qm2vB'.repeat(11).slice(0, 86) + '2fZ0aQ8w';
const id = (number) => `${String(number).padStart(8, '0')}-0000-7000-8000-000000000000`;
const version = (label, number) => ({ id: id(number), version: label, created_at: NOW });

const STEPS = ['major', 'minor', 'patch', 'other'];
const NAMES = {
  major: ['Firefox', '142.0.1', '143.0'],
  minor: ['Grafana', '13.0.5', '13.1.0'],
  patch: ['PostgreSQL', '18.0', '18.1'],
  other: ['OpenSSH', '10.0p1', '10.0p2'],
};

function update(step, number = 1, name = undefined) {
  const [product, from, to] = NAMES[step];
  return {
    favorite: { id: id(number), url: `${ORIGIN}/api/v1/favorite/${id(number)}` },
    software: { id: id(number), name: name ?? product, url: 'https://www.example.com/' },
    publisher: { id: id(number), name: `${product} project` },
    trackedVersion: version(from, 1),
    version: version(to, 2),
    versions: [version(to, 2), version(`${from}-1`, 3), version(`${from}-2`, 4)],
    step,
    prerelease: false,
    reminder: false,
    releasedAt: '2026-11-20T10:00:00.000000Z',
    freshness: { state: 'live', checked_at: '2026-11-21T02:00:00.000000Z', catalogued_as_of: null, since: null },
    page: `${ORIGIN}/software/${id(number)}`,
    links: {
      favorite: `${ORIGIN}/api/v1/favorite/${id(number)}`,
      software: `${ORIGIN}/api/v1/software/${id(number)}`,
      releases: `${ORIGIN}/api/v1/software/${id(number)}/versions`,
      notes: step === 'other' ? null : 'https://www.example.com/releases/notes',
      manage: `${ORIGIN}/update/${TOKEN}`,
    },
  };
}

const links = { unsubscribe: `${ORIGIN}/u/${TOKEN}` };
const one = (step) => ({ kind: 'update.available', timestamp: NOW, updates: [update(step)], total: 1, links });

function digest(count) {
  const updates = Array.from({ length: count }, (_, index) => {
    const step = STEPS[Math.floor((index * STEPS.length) / count)];
    return update(
      step,
      index,
      index % 5 === 4 ? `Product ${index} with a rather long name of its own` : `Product ${index}`,
    );
  });
  return {
    kind: 'update.digest',
    timestamp: NOW,
    updates,
    total: count,
    page: `${ORIGIN}/updates`,
    links: { ...links, self: `${ORIGIN}/api/v1/notification` },
  };
}

const exploited = [{ by: 'CISA', since: '2026-11-20' }];
const vulnerability = (number, severity, more = {}) => ({
  id: `CVE-2026-425${30 + number}`,
  severity,
  exploited: [],
  epss: number / 20,
  summary: 'HTTP/3: a crafted request makes a worker read beyond its buffer',
  fixedIn: '1.30.2',
  isFixedByUpdate: true,
  url: `https://advisories.example.com/CVE-2026-425${30 + number}`,
  ...more,
});

/** Of these severities, the worst first. */
function vulnerabilities(counts, known = 0) {
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, ...counts };
  const all = Object.entries(bySeverity).flatMap(([severity, count]) => Array(count).fill(severity));
  const named = all.map((severity, index) => vulnerability(index, severity, index < known ? { exploited } : {}));
  return { named: named.slice(0, 20), total: all.length, exploited: known, bySeverity };
}

const riskOf = (fixed, remaining = vulnerabilities({}), introduced = vulnerabilities({})) => ({
  fixed,
  remaining,
  introduced,
});

const nginx = {
  software: { id: id(7), name: 'nginx', url: 'https://nginx.org/' },
  trackedVersion: version('1.30.0', 1),
};
const few = one('patch');
Object.assign(few.updates[0], nginx, {
  version: version('1.30.4', 2),
  versions: [version('1.30.4', 2)],
  risk: riskOf(vulnerabilities({ critical: 1, high: 2, medium: 1 }, 1), vulnerabilities({ low: 2 })),
});
const many = structuredClone(few);
many.updates[0].risk = riskOf(
  vulnerabilities({ critical: 4, high: 6, medium: 2 }),
  undefined,
  vulnerabilities({ low: 1 }),
);

function riskAlert(some) {
  return {
    about: 'vulnerability',
    ...nginx,
    favorite: { id: id(7), url: `${ORIGIN}/api/v1/favorite/${id(7)}` },
    publisher: { id: id(7), name: 'nginx' },
    vulnerabilities: some,
    total: some.length,
    update: { id: id(2), version: '1.30.4' },
    databases: ['Bitnami', 'NVD'],
    asOf: '2026-11-20',
    page: `${ORIGIN}/software/${id(7)}`,
    links: { manage: `${ORIGIN}/update/${TOKEN}` },
  };
}
const found = [vulnerability(1, 'critical'), vulnerability(2, 'high', { fixedIn: null, isFixedByUpdate: false })];
const known = [vulnerability(3, 'critical', { exploited, epss: 0.943 }), ...found];
const alerting = (kind, some) => ({ kind, timestamp: NOW, updates: [], alerts: [riskAlert(some)], total: 0, links });

/** Alerts, and updates that fix vulnerabilities. */
const risks = digest(6);
risks.alerts = [riskAlert(known)];
risks.updates[4].risk = riskOf(vulnerabilities({ critical: 1, high: 3 }, 1));
risks.updates[1].risk = riskOf(vulnerabilities({ critical: 2, low: 1 }));
risks.updates.unshift(...risks.updates.splice(4, 1));

const long = one('major');
long.updates[0].software.name = 'A product whose name goes on and on, ' + 'Supercalifragilistic'.repeat(5);
long.updates[0].version.version = '143.0.0-beta.1+build.20261120.abcdef0123456789abcdef0123456789';
long.updates[0].prerelease = true;
long.updates[0].reminder = true;

const messages = {
  ...Object.fromEntries(STEPS.map((step) => [step, one(step)])),
  long,
  'digest-1': digest(1),
  'digest-12': digest(12),
  'digest-500': digest(500),
  fixes: few,
  'fixes-many': many,
  'vulnerability-found': alerting('vulnerability.found', found),
  'vulnerability-exploited': alerting('vulnerability.exploited', known),
  'digest-vulnerabilities': risks,
  test: testMessage(NOW, links),
  disabled: {
    kind: 'channel.disabled',
    timestamp: NOW,
    updates: [],
    total: 0,
    channel: { id: id(9), type: 'webhook', name: 'Team hook', reason: 'the receiver answered 410' },
    links: { ...links, self: `${ORIGIN}/api/v1/channel/${id(9)}` },
  },
};

mkdirSync(folder, { recursive: true });
for (const [name, message] of Object.entries(messages))
  writeFileSync(join(folder, `${name}.html`), renderText(message).html);
writeFileSync(join(folder, 'confirmation.html'), confirmationContent(`${ORIGIN}/confirm/${TOKEN}`, ORIGIN).html);
