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
    links: { ...links, self: `${ORIGIN}/api/v1/notification` },
  };
}

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
