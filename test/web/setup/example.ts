import { product } from '../../setup/catalogue';
import { eventually } from '../../setup/eventually';
import type { Installation } from './installation';

/** The longest name, and one of right-to-left letters with a version beside it. */
export const LONGEST = `${'Extraordinarily '.repeat(15)}long name`.slice(0, 255);
export const RIGHT_TO_LEFT = 'متصفح سريع 2';

/** A bill of materials of these applications. */
const bill = (...components: [name: string, version?: string][]) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: components.map(([name, version]) => ({ type: 'application', name, ...(version ? { version } : {}) })),
  });

/** What runs in the inventories. */
const UPLOADS = [
  ['web-1', 'prod', bill(['nginx', '1.29.4'], ['Grafana', '12.3.0'], ['Redis', '8.6.4'], [LONGEST, '1.0'])],
  ['web-2', 'stage'.repeat(12), bill(['nginx', '1.30.1'], ['Redis', '8.6.4'], [LONGEST, '1.0'])],
] as const;

/** What an upload into `web-1` would change: something of each kind. */
export const ANOTHER_UPLOAD = bill(
  ['nginx', '1.30.1'],
  ['Untracked', '1.0'],
  ['Twins', '1.0'],
  [LONGEST, '2.0'],
  ['Redis'],
  [`Unheardof-${'very-'.repeat(45)}long`, '1.0'],
);

export interface Example {
  token: string;
  /** Ids by the names of products. */
  software: Map<string, string>;
  channel: string;
  notification: string;
}

const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** An installation as people have them: products with histories, favorites of every kind, channels that work and that do not, a log. */
export async function example(installation: Installation, user = 'ada'): Promise<Example> {
  const grafana = Array.from({ length: 60 }, (_, index) => ({
    version: `${10 + Math.floor(index / 15)}.${index % 15}.0`,
    released_at: day(900 - index * 14),
  }));
  await installation.publish(
    product('Grafana', [...grafana, { version: '14.0.0-beta1', released_at: day(2) }]),
    product('nginx', [
      { version: '1.29.4', released_at: day(200) },
      { version: '1.30.0', released_at: day(90) },
      { version: '1.30.1', released_at: day(60) },
      { version: '1.31.0', released_at: day(11) },
    ]),
    product(
      'Redis',
      [
        { version: '8.6.3', released_at: day(40) },
        { version: '8.6.4', released_at: day(12) },
      ],
      { identity: { id: 'redis' } },
    ),
    product(LONGEST, ['1.0', '2.0'], { publisher: { name: `Publisher ${LONGEST}`.slice(0, 255) } }),
    product(RIGHT_TO_LEFT, ['1.0', '1.1'], { publisher: { name: 'شركة المثال' } }),
    product('Untracked', ['1.0']),
    product('Twins', ['1.0'], { publisher: { name: 'One' } }),
    product('Twins', ['1.0'], { publisher: { name: 'Two' } }),
  );
  const token = await installation.token(user, 'read,write');
  const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
  const software = new Map(all.map(({ id, name }) => [name, id]));
  const { id: channel } = await installation.api<{ id: string }>(token, 'POST', '/channel', {
    type: 'log',
    name: 'Service log',
    settings: {},
  });
  await installation.api(token, 'POST', '/channel', {
    type: 'webhook',
    name: LONGEST.slice(0, 100),
    settings: { url: 'http://127.0.0.1:65530/closed' },
  });
  for (const [name, version] of [
    ['Grafana', '12.3.0'],
    ['nginx', '1.29.4'],
    ['Redis', '8.6.4'],
    [LONGEST, '1.0'],
    [RIGHT_TO_LEFT, '1.0'],
  ] as const)
    await installation.api(token, 'POST', '/favorite', { software: software.get(name), version });
  for (const [name, environment, content] of UPLOADS) await installation.upload(token, name, content, environment);
  // A release after the favorite was made is what somebody is told of.
  await installation.publish(product('Redis', ['8.6.3', '8.6.4', '8.8.0'], { identity: { id: 'redis' } }));
  const notification = await eventually(async () => {
    const [first] = await installation.api<{ id: string; state: string }[]>(token, 'GET', '/notification');
    return first?.state === 'sent' && first.id;
  });
  return { token, software, channel, notification: notification as string };
}
