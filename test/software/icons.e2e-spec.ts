import { expectProblem } from '../setup/api';
import { useAgent, useApp } from '../setup/app';

describe('icons of products', () => {
  const test = useApp();
  const ada = useAgent(() => test.as());

  /** @returns the id of a product with this identity */
  async function product(kind: string, id: string, name: string): Promise<string> {
    const record = { identity: { kind, id }, publisher: { name: 'P' }, software: { name } };
    await test.import({ ...record, versions: [{ version: '1.0' }, { version: '2.0' }] });
    return (await ada.get('/api/v1/software').query({ name }).expect(200)).body.data[0].id as string;
  }

  it('are in the answers that ask for them: of the product that is meant, not of a namesake', async () => {
    const gitops = await product('endoflife', 'flux', 'Flux');
    const lamp = await product('scoop', 'extras/f.lux', 'f.lux');
    const read = async (id: string) => (await ada.get(`/api/v1/software/${id}?includeIcon`).expect(200)).body.data;
    const { icon, ...rest } = await read(gitops);
    expect(new URL(icon as string).pathname).toBe('/icons/flux.svg');
    expect(rest).not.toHaveProperty('identity');
    expect((await read(lamp)).icon).toBeNull();
    expect((await ada.get(`/api/v1/software/${gitops}`).expect(200)).body.data).not.toHaveProperty('icon');
    const { body } = await ada.get('/api/v1/software?q=flux&includeIcon').expect(200);
    const found = body.data as { name: string; icon: string | null }[];
    expect(found.map((one) => [one.name, one.icon]).sort()).toEqual([
      ['Flux', icon],
      ['f.lux', null],
    ]);
    await ada.post('/api/v1/favorite').send({ software: gitops, version: '1.0' }).expect(201);
    const [favorite] = (await ada.get('/api/v1/favorite?includeProduct').expect(200)).body.data;
    expect(favorite.product).toMatchObject({ id: gitops, icon });
  });

  it('are served to anybody, as images that may be kept and do nothing', async () => {
    const nobody = test.http;
    const answer = await nobody.get('/icons/flux.svg').buffer(true).expect(200).expect('Content-Type', 'image/svg+xml');
    expect(String(answer.body)).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 24 24"><path d="[^"<>]+"\/><\/svg>\n$/);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const again = await nobody.get('/icons/flux.svg').set('If-None-Match', answer.headers.etag!).expect(304);
    expect(again.headers).toMatchObject({ etag: answer.headers.etag, 'cache-control': 'public, max-age=86400' });
    expect(again.text).toBe('');
  });

  it.each(['nothing.svg', 'flux', 'flux.png', '__proto__.svg', '..%2Ficons.json', 'microsoft.svg'])(
    'are not there by the name %s',
    async (name) => {
      expectProblem(await test.http.get(`/icons/${name}`), 404, 'not-found');
    },
  );
});
