import { expectProblem, known, UNKNOWN_ID } from '../../setup/api';
import { useAgent, useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { beforeStatements } from '../../setup/statements';

describe('identifiers in the API', () => {
  const test = useApp();
  const ada = useAgent(() => test.as('ada'));
  const editor = useAgent(() => test.as('editor', ['read', 'catalogue:write']));

  const put = (id: string, identifiers: unknown) =>
    editor.put(`/api/v1/software/${id}/identifier`).send({ identifiers });

  /** Names of the software that a query finds. */
  async function found(query: string): Promise<string[]> {
    const { body } = await ada.get(`/api/v1/software?${query}`).expect(200);
    return (body.data as { name: string }[]).map(({ name }) => name);
  }

  const by = (identifier: string) => found(`identifier=${encodeURIComponent(identifier)}`);

  async function imported(name: string, identifiers: object[]): Promise<string> {
    const record = { ...product(name, ['1.0']), identifiers };
    expect(await test.import(record)).toMatchObject({ rejected: 0 });
    const [row] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE identity = ?', [
      `test:${record.identity.id}`,
    ]);
    return row!.id;
  }

  describe('are set by PUT', () => {
    it('in canonical form, and are read back', async () => {
      const { id } = await known(test, 'Put');
      const expected = {
        data: {
          identifiers: [
            { type: 'alias', value: 'put!', origin: 'api' },
            { type: 'purl', value: 'pkg:npm/put', origin: 'api' },
          ],
        },
      };
      const { body } = await put(id, [
        { type: 'purl', value: 'pkg:npm/put@1.0' },
        { type: 'alias', value: 'PUT!' },
        { type: 'purl', value: 'pkg:npm/put' },
      ]).expect(200);
      expect(body).toEqual(expected);
      expect((await ada.get(`/api/v1/software/${id}/identifier`).expect(200)).body).toEqual(expected);
    });

    it.each([
      ['pkg:nuget/Zz.Acme', 'pkg:nuget/Zz.Acme', ['pkg:nuget/zz.acme@1.0', 'pkg:nuget/ZZ.ACME', 'pkg:nuget/Zz.Acme']],
      ['pkg:githubactions/Acme/Deploy', 'pkg:githubactions/Acme/Deploy', ['pkg:githubactions/acme/deploy@v1']],
      ['pkg:psgallery/AcmeTools', 'pkg:psgallery/AcmeTools', ['pkg:psgallery/acmetools']],
      [
        'pkg:pypi/Zz._Dotted',
        'pkg:pypi/zz-dotted',
        ['pkg:pypi/zz.dotted', 'pkg:pypi/ZZ__dotted', 'pkg:pypi/zz-.-dotted'],
      ],
      ['pkg:github/Acme/Case', 'pkg:github/acme/case', ['pkg:github/ACME/case@v1']],
      ['pkg:bitbucket/Acme/Case', 'pkg:bitbucket/acme/case', ['pkg:bitbucket/ACME/case']],
      ['pkg:composer/Acme/Case', 'pkg:composer/acme/case', ['pkg:composer/ACME/case']],
      ['pkg:hex/Case', 'pkg:hex/case', ['pkg:hex/CASE']],
    ])('%s is shown as %s, and found without regard to case', async (value, shown, others) => {
      const { id } = await known(test, `Case of ${value}`);
      const { body } = await put(id, [{ type: 'purl', value }]).expect(200);
      expect(body.data.identifiers).toEqual([{ type: 'purl', value: shown, origin: 'api' }]);
      for (const other of others) expect(await by(other)).toEqual([`Case of ${value}`]);
      expect((await put(id, []).expect(200)).body.data.identifiers).toEqual([]);
      expect(await by(value)).toEqual([]);
    });

    it('has case in packages of npm and Maven', async () => {
      const { id } = await known(test, 'JSONStream');
      await put(id, [{ type: 'purl', value: 'pkg:npm/JSONStream' }]).expect(200);
      expect(await by('pkg:npm/jsonstream')).toEqual([]);
    });

    it('in place of those that were set before, and leave those of records', async () => {
      const id = await imported('Put over', [{ type: 'alias', value: 'recorded' }]);
      await put(id, [{ type: 'alias', value: 'one' }]).expect(200);
      const { body } = await put(id, [{ type: 'cpe', value: 'cpe:/a:put:over' }]).expect(200);
      expect(body.data.identifiers).toEqual([
        { type: 'alias', value: 'recorded', origin: 'record' },
        { type: 'cpe', value: 'a:put:over', origin: 'api' },
      ]);
      expect((await put(id, []).expect(200)).body.data.identifiers).toHaveLength(1);
    });

    it('once, when a record gives it too', async () => {
      const id = await imported('Put twice', [{ type: 'alias', value: 'twice' }]);
      const { body } = await put(id, [{ type: 'alias', value: 'twice' }]).expect(200);
      expect(body.data.identifiers).toEqual([{ type: 'alias', value: 'twice', origin: 'api' }]);
      expect(await by('alias:twice')).toEqual(['Put twice']);
    });

    it('with one entry in the audit log for a change, none without, and leave last_update', async () => {
      const { id } = await known(test, 'Audited');
      const updated = async () => (await ada.get(`/api/v1/software/${id}`)).body.data.last_update as string;
      const before = await updated();
      for (const value of ['a', 'a', 'b']) await put(id, [{ type: 'alias', value }]).expect(200);
      const entries = await test.database.query<{ action: string }>(
        'SELECT action FROM audit_entry WHERE resource_id = ?',
        [id],
      );
      expect(entries).toEqual(Array(2).fill({ action: 'software.identifiers-set' }));
      expect(await updated()).toBe(before);
    });
  });

  it('are refused by the field of the first that is none, and nothing is set', async () => {
    const { id } = await known(test, 'Refused');
    const [kept, bad] = [
      { type: 'alias', value: 'kept' },
      { type: 'purl', value: 'npm/a' },
    ];
    await put(id, [kept]).expect(200);
    expect(expectProblem(await put(id, [kept, bad]), 422, 'invalid-body')).toEqual(['identifiers.1.value']);
    const half = await put(id, [{ type: 'purl', value: 'pkg:\ud800' }]);
    expect(expectProblem(half, 422, 'invalid-body')).toEqual(['identifiers.0.value']);
    expect((await ada.get(`/api/v1/software/${id}/identifier`)).body.data.identifiers).toHaveLength(1);
    for (const unknown of [UNKNOWN_ID, 'x']) expectProblem(await put(unknown, []), 404, 'not-found');
  });

  describe('find software', () => {
    beforeAll(() =>
      imported('Nginx', [
        { type: 'purl', value: 'pkg:docker/library/nginx' },
        { type: 'purl', value: 'pkg:npm/%40nginx/core' },
        { type: 'cpe', value: 'a:f5:nginx' },
        { type: 'repology', value: 'www:nginx' },
        { type: 'alias', value: 'Engine X' },
      ]),
    );

    it.each([
      'pkg:docker/nginx',
      'pkg:docker/library/nginx@1.30?arch=arm64',
      'PKG:docker/nginx',
      'pkg:npm/@nginx/core',
      'cpe:a:f5:nginx',
      'cpe:2.3:a:f5:nginx:1.30.0:*:*:*:*:*:*:*',
      'cpe:/a:F5:nginx:1.30',
      'repology:www:nginx',
      'alias:ENGINE X',
    ])('by %s', async (identifier) => {
      expect(await by(identifier)).toEqual(['Nginx']);
      expect(await found(`identifier[eq]=${encodeURIComponent(identifier)}`)).toEqual(['Nginx']);
      expect(await found(`filter[identifier]=${encodeURIComponent(identifier)}`)).toEqual(['Nginx']);
    });

    it.each(['pkg:docker/nginx?repository_url=ghcr.io', 'pkg:npm/%40Nginx/core', 'alias:a:f5:nginx', 'repology:nginx'])(
      'not by %s',
      async (identifier) => expect(await by(identifier)).toEqual([]),
    );

    it('all that have it, with other filters, pages and the total', async () => {
      for (const name of ['Shared b', 'Shared a', 'Shared c'])
        await imported(name, [{ type: 'alias', value: 'shared' }]);
      expect(await by('alias:shared')).toEqual(['Shared a', 'Shared b', 'Shared c']);
      expect(await found('identifier=alias:shared&name[like]=b')).toEqual(['Shared b']);
      expect(await found('identifier=alias:shared&identifier=alias:other')).toEqual([]);
      const { body } = await ada.get('/api/v1/software?identifier=alias:shared&per_page=2&page=2&includeTotal');
      expect(body).toMatchObject({ data: [{ name: 'Shared c' }], meta: { total: 3, has_more: false } });
    });
  });

  describe('are shown with includeIdentifiers', () => {
    it('in lists and alone, and only then', async () => {
      const id = await imported('Shown', [
        { type: 'purl', value: 'pkg:npm/shown' },
        { type: 'alias', value: 'seen' },
      ]);
      const expected = [
        { type: 'alias', value: 'seen', origin: 'record' },
        { type: 'purl', value: 'pkg:npm/shown', origin: 'record' },
      ];
      const { body } = await ada.get(`/api/v1/software/${id}?includeIdentifiers`).expect(200);
      expect(body.data.identifiers).toEqual(expected);
      const list = await ada.get('/api/v1/software?name=shown&includeIdentifiers=true&includeVersions').expect(200);
      expect(list.body.data).toMatchObject([{ identifiers: expected, versions: [{ version: '1.0' }] }]);
      expect((await ada.get(`/api/v1/software/${id}`)).body.data).not.toHaveProperty('identifiers');
      const { id: nameless } = await known(test, 'Nameless');
      const none = await ada.get(`/api/v1/software/${nameless}?includeIdentifiers`).expect(200);
      expect(none.body.data.identifiers).toEqual([]);
    });

    it('by one statement for a page, and none without', async () => {
      const counted = async (query: string) => {
        let count = 0;
        const stop = beforeStatements(test, (statement) => void (statement.includes('software_identifier') && count++));
        await ada.get(`/api/v1/software?per_page=20${query}`).expect(200);
        stop();
        return count;
      };
      expect(await counted('&includeIdentifiers')).toBe(1);
      expect(await counted('')).toBe(0);
    });
  });
});
