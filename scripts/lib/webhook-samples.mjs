// What docs/channels/webhook.md shows: the body of each kind of message, as the channel writes it.

const ORIGIN = 'https://updates.example.org';
const id = (digit) => `01a1fd0b-0000-7000-8000-${String(digit).repeat(12)}`;
const version = (digit, label, day) => ({ id: id(digit), version: label, created_at: `${day}T00:00:00.000000Z` });
const exploited = [{ by: 'CISA', since: '2026-11-20' }];
const none = { named: [], total: 0, exploited: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 } };
const found = { id: 'CVE-2026-42533', severity: 'critical', exploited, epss: 0.943 };

const product = {
  favorite: { id: id(1), url: `${ORIGIN}/api/v1/favorite/${id(1)}` },
  software: { id: id(2), name: 'Firefox', url: 'https://www.firefox.com/' },
  publisher: { id: id(3), name: 'Mozilla' },
  trackedVersion: version(4, '142.0.1', '2026-10-21'),
  inUse: { places: [{ place: 'prod', version: '142.0.1', inventories: 2 }], more: 0 },
  page: null,
  links: { favorite: `${ORIGIN}/api/v1/favorite/${id(1)}`, software: `${ORIGIN}/api/v1/software/${id(2)}` },
};

const update = {
  ...product,
  version: version(5, '143.0', '2026-11-20'),
  versions: [version(5, '143.0', '2026-11-20')],
  step: 'major',
  prerelease: false,
  reminder: false,
  releasedAt: '2026-11-20T00:00:00.000000Z',
  risk: {
    fixed: { named: [found], total: 1, exploited: 1, bySeverity: { ...none.bySeverity, critical: 1 } },
    remaining: none,
    introduced: none,
  },
  freshness: {
    state: 'live',
    checked_at: '2026-11-21T02:41:12.480000Z',
    catalogued_as_of: null,
    since: null,
    known: 'stable',
  },
  notes: {
    breaking: [{ version: '143.0', text: 'The old API is gone' }],
    moreBreaking: 0,
    security: { ids: ['CVE-2026-42533'], mentions: true },
    versions: 1,
    texts: [],
  },
  links: {
    ...product.links,
    releases: `${ORIGIN}/api/v1/software/${id(2)}/versions`,
    manage: `${ORIGIN}/update/Kx7Qm2vB`,
  },
};

const support = {
  cycle: '142',
  basis: 'eol',
  endsOn: '2026-12-21',
  days: 30,
  was: null,
  extendedUntil: null,
  latest: '142.0.3',
  next: { cycle: '143', until: '2027-11-14' },
  asOf: '2026-11-20',
};

const risk = {
  vulnerabilities: [
    {
      ...found,
      summary: 'HTTP/3 request smuggling',
      fixedIn: '142.0.3',
      isFixedByUpdate: true,
      url: `${ORIGIN}/advisory`,
    },
  ],
  total: 1,
  update: { id: id(5), version: '143.0' },
  databases: ['OSV'],
  asOf: '2026-11-20',
};

const message = (kind, more) => ({
  kind,
  timestamp: '2026-11-21T03:00:00.000000Z',
  updates: [],
  total: 1,
  links: {},
  ...more,
});

/** By the names of the blocks that they fill. */
export const WEBHOOK_SAMPLES = {
  update: message('update.available', { updates: [update] }),
  support: message('support.ending', { alerts: [{ ...product, about: 'support', support }] }),
  vulnerability: message('vulnerability.found', { alerts: [{ ...product, about: 'vulnerability', ...risk }] }),
};
