import { closeAll } from '../channels/peers';
import { sourceAt } from './one-source';

afterEach(closeAll);

const now = () => Math.floor(Date.now() / 1_000);

describe('a host rests', () => {
  async function restAfter(status: number, headers: Record<string, string>) {
    const { fetch, url, rest } = await sourceAt('json');
    await fetch({ url: `${url}/x.json` }, () => [status, headers, '["1.0"]']).catch(() => undefined);
    return rest();
  }

  test.each([
    ['does not say until when', { 'x-ratelimit-remaining': '0' }],
    ['says nothing of it', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '' }],
    ['says it in words', { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }],
    ['has some left', { 'ratelimit-remaining': '7', 'ratelimit-reset': '600' }],
    ['has some left of each limit', { ratelimit: '"hour";r=70;t=600, "day";r=10;t=900' }],
  ])('as usual when a limit %s: five minutes after a 429, not at all after an answer', async (_what, headers) => {
    expect(await restAfter(429, headers as Record<string, string>)).toBe(300);
    expect(await restAfter(200, headers as Record<string, string>)).toBeNull();
  });

  test.each([
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '600' }, 600],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.5' }, 1],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, 1],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '999999999' }, 86_400],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' }, 1],
    [{ ratelimit: '"minute";r=5;t=10, "hour";r=0;t=900' }, 900],
    [{ 'retry-after': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '600' }, 60],
  ])('by %j for %i seconds', async (headers, seconds) => {
    expect(await restAfter(429, headers as Record<string, string>)).toBe(seconds);
    expect(await restAfter(200, headers as Record<string, string>)).toBe(seconds);
  });

  test('until the second since 1970 that it names', async () => {
    const rest = await restAfter(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now() + 900) });
    expect(rest).toBeGreaterThan(890);
    expect(rest).toBeLessThanOrEqual(900);
  });
});
