import { incidentKey } from '../../../src/notification/providers/incident-key';
import { webhookBody } from '../../../src/notification/providers/webhook.channel';
import { contentOf } from '../../../src/notification/rendering/message-content';
import { renderText } from '../../../src/notification/rendering/render-text';
import {
  digest,
  EXPLOITED,
  message,
  riskAlert,
  riskMessage,
  supportAlert,
  update,
  updateRisk,
  vulnerabilities,
  vulnerability,
} from '../providers/peers';

const dataOf = (body: string) => (JSON.parse(body) as { data: Record<string, unknown> }).data;
const factsOf = (risk: Parameters<typeof updateRisk>[0]) =>
  contentOf(message({ risk: updateRisk(risk) })).facts.map(([label, value]) => `${label}: ${value}`);

describe('the mail about an update', () => {
  it('begins with what it fixes', () => {
    const risk = updateRisk({ fixed: vulnerabilities({ critical: 2, high: 1, unknown: 1 }, 1) });
    expect(renderText(message({ risk })).text).toContain(`A major update of Firefox is available.

Fixes:        4 vulnerabilities: CVE-2026-1001 (critical, known to be exploited), CVE-2026-1002 (critical), CVE-2026-1003 (high), CVE-2026-1004
New version:  143.0
`);
    expect(renderText(message({ risk })).html).toContain('CVE-2026-1001 (critical, known to be exploited)');
  });

  it.each([
    [vulnerabilities({ critical: 1 }), '1 vulnerability: CVE-2026-1001 (critical); none known to be exploited'],
    [vulnerabilities({ critical: 1 }, 1), '1 vulnerability: CVE-2026-1001 (critical, known to be exploited)'],
    [
      vulnerabilities({ critical: 4, high: 6, unknown: 2 }),
      '12 vulnerabilities: 4 critical (CVE-2026-1001, CVE-2026-1002, CVE-2026-1003, …), 6 high, 2 of unknown severity; none known to be exploited',
    ],
    [
      vulnerabilities({ high: 2, low: 40 }, 1),
      '42 vulnerabilities: 2 high (CVE-2026-1001, CVE-2026-1002), 40 low; 1 known to be exploited (CVE-2026-1001)',
    ],
    [
      vulnerabilities({ critical: 30 }, 25),
      '30 vulnerabilities: 30 critical (CVE-2026-1001, CVE-2026-1002, CVE-2026-1003, …); ' +
        '25 known to be exploited (CVE-2026-1001, CVE-2026-1002, CVE-2026-1003, …)',
    ],
  ])('names the worst: %#', (fixed, text) => {
    expect(factsOf({ fixed })[0]).toBe(`Fixes: ${text}`);
  });

  it('names what stays and what is new, each only if there is something', () => {
    const [remaining, introduced] = [vulnerabilities({ low: 1 }), vulnerabilities({ high: 1 })];
    expect(factsOf({ remaining, introduced }).slice(0, 3)).toEqual([
      'Still has: 1 vulnerability: CVE-2026-1001 (low); none known to be exploited',
      'New in it: 1 vulnerability: CVE-2026-1001 (high); none known to be exploited',
      'New version: 143.0',
    ]);
    expect(factsOf({ introduced })[0]).toMatch(/^New in it/);
  });

  it.each([[null], [updateRisk({})]])('says nothing where nothing is known: %#', (risk) => {
    const { text, html, subject } = renderText(message({ risk }));
    expect(subject + text + html).not.toMatch(/vulnerab|exploited|fixes|still has/i);
  });

  it('keeps what it fixes the longest where there is little room', () => {
    const risk = updateRisk({ fixed: vulnerabilities({ critical: 2 }) });
    expect(contentOf(message({ risk })).facts[0]![0]).toBe('Fixes');
  });
});

describe('a digest', () => {
  const exploited = updateRisk({ fixed: vulnerabilities({ high: 4 }, 1) });

  it('marks what fixes vulnerabilities, and heads those that are exploited', () => {
    const updates = [
      update({ software: { id: 'b', name: 'nginx', url: null }, step: 'patch', risk: exploited }),
      update({ software: { id: 'a', name: 'Firefox', url: null }, step: 'major' }),
      update({
        software: { id: 'c', name: 'Redis', url: null },
        step: 'minor',
        risk: updateRisk({ fixed: vulnerabilities({ critical: 2, low: 1 }) }),
      }),
    ];
    const { text, html } = renderText({ ...digest(0), updates, total: 3 });
    expect(text).toMatch(
      /Fixes of what is exploited\n- nginx [^\n]* \(fixes 4, 1 exploited\)\n\nMajor updates\n- Firefox [^\n]*\n\nMinor updates\n- Redis [^\n]* \(fixes 3, 2 critical\)/,
    );
    for (const mark of ['fixes 4, 1 exploited', 'fixes 3, 2 critical']) expect(html).toContain(mark);
  });

  it('lists alerts about vulnerabilities before ends of support', () => {
    const alerts = [
      riskAlert([vulnerability('CVE-1', { exploited: EXPLOITED }), vulnerability('CVE-2')]),
      supportAlert(),
    ];
    const { subject, text } = renderText({ ...digest(3), alerts });
    expect(subject).toMatch(/^2 vulnerabilities, 1 end of support, 3 updates: 1 major/);
    expect(text).toContain(
      'Vulnerabilities of what you use\n- nginx 1.30.0: 2 critical vulnerabilities (CVE-1, CVE-2), 1 known to be exploited\n',
    );
  });

  it('of nothing but vulnerabilities does not speak of updates', () => {
    const { subject, text, html } = renderText({ ...digest(0), alerts: [riskAlert([vulnerability('CVE-1')])] });
    expect(subject).toBe('1 vulnerability');
    expect(text.replaceAll('/update/', '') + html.replaceAll('/update/', '')).not.toMatch(/\bupdates?\b/i);
  });
});

describe('the mail about vulnerabilities of the version in use', () => {
  it('says which, how bad, what fixes them, and who says so', () => {
    const { subject, text } = renderText(
      riskMessage([
        vulnerability('CVE-2026-42533'),
        vulnerability('CVE-2026-42534', { fixedIn: null, isFixedByUpdate: false }),
      ]),
    );
    expect(subject).toBe('nginx 1.30.0, which you use: 2 critical vulnerabilities (CVE-2026-42533, CVE-2026-42534)');
    expect(text).toBe(`nginx 1.30.0, which you use: 2 critical vulnerabilities (CVE-2026-42533, CVE-2026-42534)

The version that you use has 2 vulnerabilities that became known. The update to 1.30.4 fixes 1 of them.

New version:    1.30.4
You use:        1.30.0
CVE-2026-42533: critical, EPSS 9 %, fixed in 1.30.2: Request smuggling (CVE-2026-42533)
CVE-2026-42534: critical, EPSS 9 %, no fix is named, not fixed by 1.30.4: Request smuggling (CVE-2026-42534)
Source:         Bitnami, NVD, as of 2026-11-20

Updated, skip or snooze: https://tracker.example/update/token
CVE-2026-42533: https://advisories.example/CVE-2026-42533
CVE-2026-42534: https://advisories.example/CVE-2026-42534
Website: https://nginx.example/

-- 
You get this because you follow nginx.
`);
  });

  const exploited = (id: string) =>
    vulnerability(id, { exploited: [...EXPLOITED, { by: 'ENISA', since: '2026-11-21' }] });

  it.each([
    [[exploited('CVE-1'), vulnerability('CVE-2')], 'CVE-1 in nginx 1.30.0, which you use, is known to be exploited'],
    [
      [exploited('CVE-1'), exploited('CVE-2')],
      '2 vulnerabilities of nginx 1.30.0, which you use, are known to be exploited (CVE-1, CVE-2)',
    ],
    [
      [vulnerability('CVE-1'), vulnerability('CVE-2', { severity: 'low' })],
      'nginx 1.30.0, which you use: 2 vulnerabilities, 1 critical (CVE-1, CVE-2)',
    ],
    [[vulnerability('CVE-1', { severity: 'unknown' })], 'nginx 1.30.0, which you use: 1 vulnerability (CVE-1)'],
    [[vulnerability('CVE-1', { severity: 'high' })], 'nginx 1.30.0, which you use: 1 high vulnerability (CVE-1)'],
  ])('is headed by the worst: %#', (some, subject) => {
    expect(renderText(riskMessage(some)).subject).toBe(subject);
  });

  it.each([
    [{ epss: 0.0004 }, 'EPSS under 1 %'],
    [{ epss: 0.9999 }, 'EPSS 99 %'],
    [{ epss: null }, 'critical, fixed in 1.30.2'],
    [{ severity: 'unknown' as const, epss: null }, 'CVE-1:       fixed in 1.30.2'],
    [{ exploited: exploited('x').exploited }, 'known to be exploited (CISA since 2026-11-20, ENISA since 2026-11-21)'],
    [{ summary: null }, 'fixed in 1.30.2\n'],
  ])('of %j says: %s', (values, part) => {
    expect(renderText(riskMessage([vulnerability('CVE-1', values)])).text).toContain(part);
  });

  it.each([
    [{ update: null }, 'that became known. No update is available.'],
    [{}, 'The update to 1.30.4 fixes it.'],
    [
      { vulnerabilities: [vulnerability('CVE-1', { isFixedByUpdate: false })] },
      'The update to 1.30.4 does not fix it.',
    ],
  ])('says what the update does: %#', (more, part) => {
    expect(renderText(riskMessage([vulnerability('CVE-1')], more)).text).toContain(part);
  });
});

describe('the webhook', () => {
  it('has what an update fixes, what stays and what is new', () => {
    const risk = updateRisk({ fixed: vulnerabilities({ critical: 30 }, 2), remaining: vulnerabilities({ low: 1 }) });
    const data = dataOf(webhookBody(message({ risk }))) as { risk: { fixed: unknown[] } };
    expect(data.risk).toMatchObject({
      total_fixed: 30,
      total_remaining: 1,
      total_introduced: 0,
      fixed_exploited: 2,
      fixed_critical: 30,
      introduced: [],
    });
    expect(data.risk.fixed).toHaveLength(20);
    expect(data.risk.fixed[0]).toEqual({ id: 'CVE-2026-1001', severity: 'critical', exploited: EXPLOITED, epss: null });
    expect(dataOf(webhookBody(message()))).toMatchObject({ risk: null });
  });

  it('has the facts of an alert', () => {
    const body = webhookBody(riskMessage([vulnerability('CVE-1', { exploited: EXPLOITED })]));
    expect(JSON.parse(body)).toMatchObject({
      type: 'vulnerability.exploited',
      data: {
        software: { name: 'nginx' },
        tracked_version: { version: '1.30.0' },
        available_version: { version: '1.30.4' },
        vulnerabilities: [
          {
            id: 'CVE-1',
            severity: 'critical',
            exploited: EXPLOITED,
            epss: 0.0943,
            summary: 'Request smuggling (CVE-1)',
            fixed_in: '1.30.2',
            fixed_by_update: true,
            url: 'https://advisories.example/CVE-1',
          },
        ],
        total_vulnerabilities: 1,
        databases: ['Bitnami', 'NVD'],
        as_of: '2026-11-20',
      },
    });
    expect(JSON.parse(webhookBody(riskMessage()))).toMatchObject({ type: 'vulnerability.found' });
  });

  it('has room for as many as fit, and counts all', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      vulnerability(`CVE-${index}`, { summary: '語'.repeat(300) }),
    );
    const body = webhookBody(riskMessage(many, { total: 400 }));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    const data = dataOf(body) as { vulnerabilities: unknown[] };
    expect(data).toMatchObject({ total_vulnerabilities: 400 });
    expect(data.vulnerabilities.length).toBeGreaterThan(5);
    const risk = updateRisk({ fixed: vulnerabilities({ critical: 30 }) });
    expect(Buffer.byteLength(webhookBody(digest(500, { risk })))).toBeLessThanOrEqual(20_000);
  });
});

describe('the key of an incident', () => {
  it('is one for the same vulnerabilities of a version, found and exploited', () => {
    const key = (...ids: string[]) => incidentKey('id', riskMessage(ids.map((id) => vulnerability(id))));
    expect(key('CVE-1', 'CVE-2')).toBe(key('CVE-2', 'CVE-1'));
    expect(incidentKey('id', riskMessage([vulnerability('CVE-1', { exploited: EXPLOITED })]))).toBe(key('CVE-1'));
    expect(key('CVE-1')).not.toBe(key('CVE-2'));
    expect(key('CVE-1')).toMatch(/^[\x21-\x7e]{1,72}$/);
  });
});
