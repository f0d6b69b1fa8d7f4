import { product } from '../../setup/catalogue';
import { eventually } from '../../setup/eventually';
import type { Installation } from './installation';
import { storeNotes } from './notes';

const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A record of OSV's schema. @param fixed null = none is named */
export const record = (id: string, name: string, fixed: string | null, severity: string, more: object = {}) => ({
  id,
  modified: '2026-08-05T00:00:00Z',
  database_specific: { severity },
  references: [{ type: 'ADVISORY', url: `https://advisories.example/${id}` }],
  affected: [affects('Bitnami', name, fixed)],
  ...more,
});

const affects = (ecosystem: string, name: string, fixed: string | null) => ({
  package: { ecosystem, name },
  ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, ...(fixed ? [{ fixed }] : [])] }],
});

const bitnami = (
  year: number,
  no: number,
  ...[name, fixed, severity, summary]: [string, string | null, string, string]
) => record(`BIT-${name}-${year}-${no}`, name, fixed, severity, { aliases: [`CVE-${year}-${no}`], summary });

const PUBLISHERS: Record<string, string> = {
  nginx: 'F5',
  Grafana: 'Grafana Labs',
  Keycloak: 'Cloud Native Computing Foundation',
  Redis: 'Redis Ltd.',
  MariaDB: 'MariaDB Foundation',
  Jenkins: 'Jenkins project',
  'Home Assistant': 'Open Home Foundation',
};

/** Products, their versions, and the one in use. */
const PRODUCTS: [name: string, versions: string[], identifiers: string[], more?: object][] = [
  ['nginx', ['1.30.0', '1.30.1', '1.30.4'], ['pkg:bitnami/nginx', 'pkg:npm/nginx']],
  [
    'Grafana',
    ['12.3.0', '12.4.0', '13.0.1'],
    ['pkg:bitnami/grafana'],
    { lifecycle: [{ cycle: '12', eol_on: '2099-01-01', latest: '12.4.0' }] },
  ],
  ['Keycloak', ['26.1.0', '26.2.0'], ['pkg:bitnami/keycloak']],
  ['Redis', ['8.6.3', '8.6.4'], ['pkg:bitnami/redis']],
  [
    'MariaDB',
    ['10.5.2'],
    ['pkg:bitnami/mariadb'],
    { lifecycle: [{ cycle: '10.5', eol_on: '2025-06-24', latest: '10.5.2' }] },
  ],
  ['Jenkins', ['2.500', '2.504'], ['pkg:bitnami/jenkins']],
  ['Home Assistant', ['2026.10.1', '2026.11.2'], []],
  ['Many', ['1.0.0', '2.0.0'], ['pkg:bitnami/many']],
];

const RECORDS = [
  bitnami(
    2026,
    42533,
    'nginx',
    '1.30.3',
    'CRITICAL',
    'A request with a forged length lets memory of the worker be read and written',
  ),
  bitnami(2026, 40107, 'nginx', '1.30.2', 'HIGH', 'HTTP/3: a connection that is closed early crashes the worker'),
  bitnami(
    2026,
    39001,
    'nginx',
    '1.30.4',
    'MEDIUM',
    'Certificates of clients are not checked after a session is resumed',
  ),
  bitnami(2026, 38250, 'nginx', '1.30.1', 'LOW', 'A log line may hold parts of another request'),
  bitnami(2019, 20372, 'nginx', null, 'MEDIUM', 'With certain error pages, a proxy may take one request for two'),
  bitnami(2026, 31100, 'nginx', '1.30.4', 'HIGH', 'The module for mail does not limit how often somebody signs in'),
  record('GHSA-aaaa-bbbb-cccc', 'nginx', '1.0.0', 'HIGH', {
    aliases: ['CVE-2026-31100'],
    affected: [affects('npm', 'nginx', '1.0.0')],
  }),
  bitnami(2026, 51001, 'grafana', '12.4.0', 'CRITICAL', 'Dashboards that are shared show what they should not'),
  bitnami(2026, 51002, 'grafana', '14.0.0', 'CRITICAL', 'A plugin that is not signed is loaded'),
  bitnami(2026, 61001, 'keycloak', null, 'HIGH', 'A session outlives the sign-out'),
  bitnami(2025, 70001, 'redis', '8.0.0', 'HIGH', 'A script writes outside of its stack'),
  bitnami(2024, 21096, 'mariadb', '10.5.1', 'MEDIUM', 'A dump runs commands of the server'),
  bitnami(2026, 81001, 'jenkins', '2.510', 'MEDIUM', 'Names of jobs are shown as HTML'),
  ...Array.from({ length: 1_000 }, (_, index) =>
    bitnami(2023, 10_000 + index, 'many', '3.0.0', index % 3 ? 'MEDIUM' : 'HIGH', `Number ${index} of a thousand`),
  ),
];

const NOTES: [name: string, version: string, text: string, breaking: number, security?: string[]][] = [
  ['nginx', '1.30.4', '- Fixes CVE-2026-39001', 0, ['CVE-2026-39001']],
  ['nginx', '1.30.1', '- Fixes CVE-2026-38250', 0, ['CVE-2026-38250']],
  ['Grafana', '13.0.1', '- **Breaking:** Angular is gone\n- **Breaking:** old alerts are gone', 2],
  ['Home Assistant', '2026.11.2', '- **Breaking:** YAML of lights', 1],
  ['Redis', '8.6.4', '- Fixes CVE-2026-90001', 0, ['CVE-2026-90001']],
];

type Published = ReturnType<typeof product> & { lifecycle?: object[] };

/**
 * Products of every kind of risk, all tracked; as imports of OSV, KEV and EPSS leave them.
 * @param others tracked with their first version
 * @returns ids of products and of favorites by name
 */
export async function vulnerable(installation: Installation, token: string, others: Published[] = []) {
  await installation.publish(
    ...others,
    ...PRODUCTS.map(([name, versions, identifiers, more]) => ({
      ...product(
        name,
        versions.map((version, index) => ({ version, released_at: day((versions.length - index) * 6) })),
        { publisher: { name: PUBLISHERS[name] ?? name }, identity: { id: name.toLowerCase().replaceAll(' ', '-') } },
      ),
      identifiers: identifiers.map((value) => ({ type: 'purl', value })),
      ...more,
    })),
  );
  await learn(installation, 'osv', RECORDS);
  await learn(installation, 'kev', {
    dateReleased: '2026-08-05',
    vulnerabilities: [{ cveID: 'CVE-2026-42533', dateAdded: '2026-08-03' }],
  });
  const share = (cve: string, epss: number) => `${cve},${epss},0.5`;
  const shares = [share('CVE-2026-42533', 0.914), share('CVE-2026-40107', 0.0123), share('CVE-2026-38250', 0.0004)];
  await import_(
    installation,
    'epss',
    ['#model_version:v2026,score_date:2026-08-05T00:00:00Z', 'cve,epss,percentile', ...shares].join('\n'),
  );
  const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
  const software = new Map(all.map(({ id, name }) => [name, id]));
  const favorites = new Map<string, string>();
  const firstOf = ({ software: { name }, versions: [first] }: Published) =>
    [name as string, (first as { version: string }).version] as const;
  for (const [name, version] of [
    ...PRODUCTS.map(([name, [first]]) => [name, first] as const),
    ...others.map(firstOf),
  ]) {
    const body = { software: software.get(name), version };
    const { uuid } = await installation.api<{ uuid: string }>(token, 'POST', '/favorite', body);
    favorites.set(name, uuid);
  }
  const notes = NOTES.map(async ([name, version, text, breaking, security]) => {
    const path = `/software/${software.get(name)}/versions?version[like]=${version}`;
    const [found] = await installation.api<{ id: string }[]>(token, 'GET', path);
    return [found!.id, { text, breaking, security }] as const;
  });
  storeNotes(installation, new Map(await Promise.all(notes)));
  // A check has seen all of it.
  for (const [query, count] of [
    ['vulnerable=true', 4],
    ['matters=breaking', 1],
  ] as const)
    await eventually(async () => {
      const found = await installation.api<unknown[]>(token, 'GET', `/favorite?${query}&per_page=50`);
      return found.length === count;
    }, 60_000);
  return { software, favorites };
}

export const learn = (installation: Installation, provider: string, content: object) =>
  import_(installation, provider, JSON.stringify(content));

async function import_(installation: Installation, provider: string, text: string): Promise<void> {
  const { code, stdout, stderr } = await installation.stage.cli(['knowledge', 'import', provider, '-'], text);
  if (code !== 0) throw new Error(stdout + stderr);
}
