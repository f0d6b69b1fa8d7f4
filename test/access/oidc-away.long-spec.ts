import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { AUDIENCE, type Issuer, startIssuer } from '../setup/issuer';

let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer();
  await issuer.away();
});

const test = useApp(() => ({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE }));

afterAll(() => issuer.stop());

const profile = (token: string) => test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`);

const taken = async (token: string) => void (await profile(token).expect(200));

async function refused(token: string): Promise<void> {
  expectProblem(await profile(token), 401, 'unauthorized');
}

async function unavailable(token: string): Promise<void> {
  const response = await profile(token);
  expectProblem(response, 503, 'service-unavailable');
  expect(response.headers['retry-after']).toBe('5');
}

/** In this order: each takes the issuer as the one before has left it. */
describe('an issuer', () => {
  it('that was never reached: 503 and not 401, while tokens of the service are good', async () => {
    const token = await issuer.sign();
    await Promise.all([token, token, await issuer.sign({ sub: 'grace' })].map(unavailable));
    await taken(await test.token('own'));
    await refused('sut_unknown');
  });

  it('that comes back: its tokens are taken', async () => {
    await issuer.back();
    const token = await issuer.token('ada');
    await eventually(() => taken(token));
  });

  it('that has new keys: their tokens are taken, those of the old keys are not', async () => {
    const before = await issuer.sign({ sub: 'grace' });
    await issuer.rotate();
    const after = await issuer.token('ada');
    await eventually(() => taken(after));
    await refused(before);
  });

  it('is not asked again and again for keys that somebody made up', async () => {
    await issuer.count();
    const madeUp = await Promise.all(
      Array.from({ length: 40 }, (_, index) => issuer.sign({}, {}, { ...issuer.keys.ec, kid: `made-up-${index}` })),
    );
    for (const token of madeUp) await refused(token);
    const asked = (await issuer.count())['/jwks'] ?? 0;
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('that is away again: known keys are good, and for others it is 503', async () => {
    await issuer.away();
    await taken(await issuer.sign({ sub: 'eve' }));
    const unknown = await issuer.sign({}, {}, { ...issuer.keys.ec, kid: 'next' });
    await eventually(() => unavailable(unknown));
    await taken(await issuer.sign({ sub: 'racer' }));
  });

  it('that is silent keeps nobody waiting who does not need it', async () => {
    await issuer.silence();
    await issuer.back();
    const unknown = await issuer.sign({}, {}, { ...issuer.keys.ec, kid: 'later' });
    const answers: string[] = [];
    await eventually(async () => {
      const waiting = unavailable(unknown).then(() => answers.push('unknown'));
      await taken(await issuer.sign({ sub: 'grace' })).then(() => answers.push('known'));
      await taken(await test.token('own'));
      await waiting;
    });
    expect(answers).toContain('known');
  });
});
