import { incidentKey } from '../../../src/notification/providers/incident-key';
import { webhookBody } from '../../../src/notification/providers/webhook.channel';
import { renderText } from '../../../src/notification/rendering/render-text';
import { digest, message, supportAlert, supportMessage } from '../providers/peers';

const dataOf = (body: string) => (JSON.parse(body) as { data: Record<string, unknown> }).data;

describe('the mail about an end of support', () => {
  it('says what ends when, what else is supported, and what is newest', () => {
    const { subject, text } = renderText(supportMessage());
    expect(subject).toBe('PostgreSQL 14: security support ends 2026-11-12, in 30 days');
    expect(text).toBe(`PostgreSQL 14: security support ends 2026-11-12, in 30 days

PostgreSQL 14.23, which you use: security support ends 2026-11-12, in 30 days. 18 is supported until 2030-11-14. Newest of 14: 14.24.

You use:     14.23
Dates as of: 2026-10-10

Support dates: https://dates.example/postgresql
Website: https://postgresql.example/

-- 
You get this because you follow PostgreSQL.
`);
  });

  it.each([
    [{ days: 1 }, 'security support ends 2026-11-12, tomorrow.'],
    [{ days: 0 }, 'security support ends today, 2026-11-12.'],
    [{ days: -5 }, 'security support ended 2026-11-12.'],
    [{ basis: 'active' as const }, 'active support ends 2026-11-12, in 30 days.'],
    [{ basis: 'extended' as const }, 'extended support ends 2026-11-12, in 30 days.'],
    [{ basis: 'contract' as const, cycle: null, next: null }, 'your support ends 2026-11-12, in 30 days.'],
    [{ was: '2026-09-24' }, 'security support ends 2026-11-12 (was 2026-09-24), in 30 days.'],
    [{ extendedUntil: '2028-11-12' }, 'in 30 days. Extended support is offered until 2028-11-12. 18 is'],
    [{ extendedUntil: '9999-12-31' }, 'in 30 days. Extended support goes on. 18 is'],
    [{ next: { cycle: '18', until: null } }, 'in 30 days. 18 is supported. Newest'],
    [{ latest: '14.23', next: null }, 'ends 2026-11-12, in 30 days.\n'],
  ])('of %j says: %s', (facts, sentence) => {
    expect(renderText(supportMessage(facts)).text).toContain(sentence);
  });
});

describe('a digest', () => {
  it('lists ends of support before updates', () => {
    const { subject, text } = renderText({ ...digest(3), alerts: [supportAlert()] });
    expect(subject).toMatch(/^1 end of support, 3 updates: 1 major/);
    expect(text).toContain(
      'End of support\n- PostgreSQL 14: security support ends 2026-11-12, in 30 days\n\nMajor updates',
    );
  });

  it('of nothing but ends of support does not speak of updates', () => {
    const { subject, text, html } = renderText({
      ...digest(0),
      alerts: [supportAlert(), supportAlert({ cycle: '15' })],
    });
    expect(subject).toBe('2 ends of support');
    expect(text + html).not.toMatch(/update/i);
  });
});

describe('the webhook', () => {
  it('has the facts of an end of support', () => {
    const body = webhookBody(supportMessage({ extendedUntil: '2028-11-12', was: '2026-09-24' }));
    expect(JSON.parse(body)).toMatchObject({
      type: 'support.ending',
      data: {
        software: { name: 'PostgreSQL' },
        tracked_version: { version: '14.23' },
        support: {
          cycle: '14',
          basis: 'eol',
          ends_on: '2026-11-12',
          days: 30,
          was: '2026-09-24',
          extended_until: '2028-11-12',
          latest_in_cycle: '14.24',
          next_cycle: { cycle: '18', supported_until: '2030-11-14' },
          as_of: '2026-10-10',
        },
      },
    });
    expect(JSON.parse(webhookBody(supportMessage({ days: -1 })))).toMatchObject({ type: 'support.ended' });
  });

  it('has alerts beside the updates of a digest, and room for both', () => {
    const alerts = Array.from({ length: 300 }, () => supportAlert());
    const body = webhookBody({ ...digest(300), alerts });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    const data = dataOf(body) as { total: number; total_alerts: number; alerts: unknown[]; updates: unknown[] };
    expect(data).toMatchObject({ total: 300, total_alerts: 300 });
    expect(data.alerts.length).toBeGreaterThan(5);
    expect(data.updates.length).toBeGreaterThan(5);
    expect(dataOf(webhookBody({ ...digest(2), alerts: alerts.slice(0, 3) }))).toMatchObject({
      updates: [{}, {}],
      alerts: [{}, {}, {}],
    });
    expect(dataOf(webhookBody(digest(2)))).not.toHaveProperty('alerts');
  });

  it('says how long the new version is supported', () => {
    expect(dataOf(webhookBody(message({ supportedUntil: '2030-11-14' })))).toMatchObject({
      supported_until: '2030-11-14',
    });
    expect(renderText(message({ supportedUntil: '2030-11-14' })).text).toContain('Supported until: 14 November 2030');
  });
});

describe('the key of an incident', () => {
  it('is one for a series, from the first alert until after its end, and another one for another series', () => {
    const key = (values: object) => incidentKey('id', supportMessage(values));
    expect(key({ days: 90 })).toBe(key({ days: -1, was: '2026-01-01' }));
    expect(key({ cycle: '15' })).not.toBe(key({}));
    expect(key({})).toMatch(/^[\x21-\x7e]{1,72}$/);
    expect(key({})).not.toBe(incidentKey('id', message({ software: supportAlert().software })));
  });
});
