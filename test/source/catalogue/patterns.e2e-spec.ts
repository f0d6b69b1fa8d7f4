import { expectProblem } from '../../setup/api';
import { type TestApp, useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { longestTurn } from '../../setup/timing';

/** 1,800 instructions, as were accepted once; a label of 250 characters takes it 10 ms and more. */
const LARGE = '(?:(?:[a-z0-9]?){30}){30}[^a-z0-9]';
/** Fewer than 200, and hardly cheaper for each of them. */
const ALLOWED = '(?:[a-z0-9]?){90}[^a-z0-9]';
const labels = (count: number) => Array.from({ length: count }, (_, index) => `${'a'.repeat(245)}${index}`);

describe('patterns of users', () => {
  const test = useApp({ CATALOGUE_LIMIT: '10000000' });
  let agent: Awaited<ReturnType<TestApp['as']>>;

  beforeAll(async () => {
    agent = await test.as('editor', ['read', 'catalogue:write']);
  });

  const upload = (...records: object[]) =>
    agent
      .post('/api/v1/catalogue')
      .set('Content-Type', 'application/x-ndjson')
      .send(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

  const row = async (name: string) => {
    const [found] = await test.database.query<{ id: string; versions: number }>(
      `SELECT s.id, (SELECT COUNT(*) FROM version v WHERE v.software_id = s.id) AS versions FROM software s WHERE s.name = ?`,
      [name],
    );
    return found && { id: found.id, versions: Number(found.versions) };
  };

  /** A product with a pattern that was accepted by an earlier version of the service. */
  async function withStored(name: string, column: 'tag_pattern' | 'ignore_pattern', pattern: string) {
    const record = product(name, ['1.0']);
    await upload(record).expect(200);
    await test.database.execute(`UPDATE software SET ${column} = ? WHERE name = ?`, [pattern, name]);
    return record;
  }

  it.each(['tag_pattern', 'ignore_pattern', 'prerelease_pattern'])('a large %s is not accepted', async (field) => {
    const ordering = { scheme: 'generic', [field]: field === 'tag_pattern' ? `(${LARGE})` : LARGE };
    const { body } = await upload({ ...product(`Large ${field}`, labels(600)), ordering }).expect(422);
    expect(body.rejections).toEqual([
      {
        line: 1,
        field: `ordering.${field}`,
        reason: `ordering.${field} is too large: write it shorter, with smaller numbers in {…}`,
      },
    ]);
    expect(await row(`Large ${field}`)).toBeUndefined();
  });

  it('that are too much work for the versions of a line reject that line, and stop nobody', async () => {
    const slow = {
      ...product('Slow', labels(2_500)),
      ordering: { scheme: 'generic', ignore_pattern: ALLOWED, prerelease_pattern: ALLOWED },
    };
    const stall = await longestTurn(async () => {
      const { body } = await upload(product('Before', ['1']), slow, product('After', ['1'])).expect(200);
      expect(body.data).toMatchObject({ software: 2, rejected: 1 });
      expect(body.data.rejections).toEqual([
        {
          line: 2,
          field: expect.stringMatching(/^ordering\.(ignore|prerelease)_pattern$/) as string,
          reason: expect.stringMatching(/takes too long on the versions of this product/) as string,
        },
      ]);
    });
    expect(stall).toBeLessThan(5_000);
    expect(await row('Slow')).toBeUndefined();
    expect(await row('After')).toMatchObject({ versions: 1 });
  });

  it('that were accepted before go on to apply, within the same bounds', async () => {
    const record = await withStored('Old', 'ignore_pattern', LARGE);
    await upload({ ...record, versions: [{ version: '2.0' }, { version: 'aa' }] }).expect(200);
    const read = await test.database.query<{ version: string; release_rank: number }>(
      'SELECT v.version, v.release_rank FROM version v JOIN software s ON s.id = v.software_id WHERE s.name = ? ORDER BY v.version',
      ['Old'],
    );
    // The pattern finds a dot and ignores such a version: neither all of them, nor none.
    expect(read.map(({ version, release_rank }) => [version, release_rank === 0])).toEqual([
      ['1.0', false],
      ['2.0', true],
      ['aa', false],
    ]);
    const stall = await longestTurn(async () => {
      const { body } = await upload({ ...record, versions: labels(1_000).map((version) => ({ version })) }).expect(422);
      expect(body.rejections[0]).toMatchObject({ line: 1, field: 'ordering.ignore_pattern' });
    });
    expect(stall).toBeLessThan(5_000);
    expect(await row('Old')).toMatchObject({ versions: 3 });
  });

  it('bound what the filters of a request may take', async () => {
    await withStored('Filtered', 'tag_pattern', `(${LARGE})`);
    const { id } = (await row('Filtered'))!;
    const list = (count: number) => {
      const filters = labels(count).map((label, at) => `version[${['gt', 'gte', 'lt', 'lte'][at % 4]}]=${label}`);
      return agent.get(`/api/v1/software/${id}/versions?${filters.join('&')}`);
    };
    await list(1).expect(200);
    const response = await list(20);
    expectProblem(response, 400, 'invalid-query');
    expect(response.body.errors[0]).toEqual({
      field: expect.stringMatching(/^version\[/) as string,
      message: "takes too long with this product's tag_pattern: send fewer filters on the version",
    });
  });
});
