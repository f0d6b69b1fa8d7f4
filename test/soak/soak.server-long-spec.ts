import { startApp, type TestApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';
import { type Sample, Scene } from './scene';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
/** `npm run soak` sets these. */
const SECONDS = number('SOAK_SECONDS', 60);
const PRODUCTS = number('SOAK_PRODUCTS', 300);
const USERS = number('SOAK_USERS', 20);
const SHOWN = process.env.SOAK_SECONDS !== undefined;
/** In a minute what is kept for speed has not filled yet: only what leaks wildly shows. */
const GROWTH = SHOWN ? 1.05 : 1.3;

const mean = (samples: Sample[], key: keyof Sample) => samples.reduce((sum, one) => sum + one[key], 0) / samples.length;
const quarter = (samples: Sample[], which: number) =>
  samples.slice(Math.floor((samples.length * which) / 4), Math.floor((samples.length * (which + 1)) / 4));

// The embedded database has one process: nobody would go on when it is killed.
(onServerDatabase ? describe : describe.skip)('a day in the life of a service', () => {
  let test: TestApp;

  beforeAll(async () => {
    // Only what starts the replicas sends: see `Scene`.
    test = await startApp({
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'tracker@example.org',
      PUBLIC_URL: 'https://tracker.example.org',
    });
  });

  afterAll(() => test.close());

  it(
    'loses nothing, and its memory, handles and listeners do not grow',
    async () => {
      const scene = new Scene(test, SECONDS, PRODUCTS, USERS);
      try {
        await scene.play();
        const lost = await scene.lost();
        await scene.end();
        const [second, last] = [quarter(scene.samples, 1), quarter(scene.samples, 3)];
        const growth = (key: keyof Sample) => mean(last, key) / mean(second, key);
        if (SHOWN) show(scene, growth);
        expect({ lost, problems: scene.problems }).toEqual({ lost: [], problems: [] });
        expect(scene.registry.requests).toBeGreaterThan(PRODUCTS * 5);
        for (const count of Object.values(scene.counts)) expect(count).toBeGreaterThan(0);
        expect(growth('used')).toBeLessThan(GROWTH);
        expect(mean(last, 'handles')).toBeLessThan(mean(second, 'handles') * GROWTH + 5);
        expect(mean(last, 'listeners')).toBeLessThanOrEqual(mean(second, 'listeners'));
      } finally {
        await scene.close();
      }
    },
    (SECONDS * 2 + 1_200) * 1_000,
  );
});

function show({ samples, counts, registry }: Scene, growth: (key: keyof Sample) => number): void {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const lines = samples.map(({ used, rss, handles, listeners }) =>
    [mb(used), `rss ${mb(rss)}`, `${handles} handles`, `${listeners} listeners`].join('  '),
  );
  const ratios = (['used', 'rss', 'handles', 'listeners'] as const).map((key) => `${key} ${growth(key).toFixed(3)}`);
  lines.push(`from the second quarter to the last: ${ratios.join(', ')}`);
  process.stdout.write(`${lines.join('\n')}\n${JSON.stringify({ ...counts, polls: registry.requests })}\n`);
}
