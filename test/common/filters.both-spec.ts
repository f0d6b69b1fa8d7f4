import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { workOf } from '../setup/timing';

const test = useApp();
const ada = useAgent(() => test.as('ada'));

const get = async (path: string, field = 'name'): Promise<string[]> => {
  const { body } = await ada.get(`/api/v1/${path}`).expect(200);
  return (body.data as Record<string, string>[]).map((entry) => entry[field]!);
};

const refused = async (path: string): Promise<string[]> =>
  expectProblem(await ada.get(`/api/v1/${path}`), 400, 'invalid-query');

const like = (text: string) => `software?name[like]=${encodeURIComponent(text)}`;

describe('ways to write a filter', () => {
  it.each([
    'name[eq]=written',
    'name%5Beq%5D=written',
    'name%5beq%5d=%77ritten',
    'filter[name][eq]=written',
    'filter%5Bname%5D%5Beq%5D=written',
    'filter[name]=written',
    'name=written',
    'name=%20WRITTEN+',
  ])('%s finds the one', async (query) => {
    await known(test, 'Written', ['1.0'], { identity: { id: 'written' } });
    await known(test, 'Written too', ['1.0'], { identity: { id: 'written too' } });
    expect(await get(`software?${query}`)).toEqual(['Written']);
  });

  it('joins several with AND, also two on one field', async () => {
    for (const name of ['Join one', 'Join two', 'Join three']) await known(test, name);
    expect(await get('software?name[like]=join&name[ne]=join one')).toEqual(['Join three', 'Join two']);
    expect(await get('software?name[like]=join&name[like]=%25t%25o&filter[name][like]=two')).toEqual(['Join two']);
    expect(await get('software?name=join one&name=join two')).toEqual([]);
  });

  it('refuses the 21st filter and a query that is too long', async () => {
    const filters = Array(20).fill('name[ne]=x').join('&');
    await ada.get(`/api/v1/software?${filters}`).expect(200);
    expect(await refused(`software?${filters}&name[ne]=x`)).toEqual(['name[ne]']);
    expectProblem(await ada.get(`/api/v1/software?name=${'x'.repeat(8_200)}`), 414, 'uri-too-long');
  });

  it('refuses parameters where a request changes something', async () => {
    expectProblem(await ada.post('/api/v1/favorite?x=1').send({}), 400, 'invalid-query');
    expectProblem(await ada.patch('/api/v1/profile?includeTotal').send({}), 400, 'invalid-query');
    expectProblem(await ada.delete(`/api/v1/favorite/${UNKNOWN_ID}?force`), 400, 'invalid-query');
  });

  it('refuses parameters where an address takes none, but for pages that are for everybody', async () => {
    for (const path of ['summary?x=1', 'source-type?x=1', `favorite/${UNKNOWN_ID}/policy?x=1`])
      expectProblem(await ada.get(`/api/v1/${path}`), 400, 'invalid-query');
    await ada.get('/health/live?x=1').expect(200);
  });
});

describe('names', () => {
  it('are compared without regard to case, also beyond ASCII', async () => {
    for (const name of ['Äpfel Čokoláda', 'ЯНДЕКС Браузер', 'ΟΔΥΣΣΕΥΣ', 'Ｆｕｌｌ', 'Cafe\u0301'])
      await known(test, name);
    for (const [query, name] of [
      ['äPFEL čOKOLÁDA', 'Äpfel Čokoláda'],
      ['яндекс браузер', 'ЯНДЕКС Браузер'],
      ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
      ['CAFÉ', 'Cafe\u0301'],
    ] as const) {
      expect(await get(`software?name=${encodeURIComponent(query)}`)).toEqual([name]);
      expect(await get(`software?name[like]=${encodeURIComponent(query)}`)).toEqual([name]);
      const both = encodeURIComponent(query);
      expect(await get(`software?name[ne]=${both}&name[like]=${both}`)).toEqual([]);
      expect(await get(`publisher?name=${encodeURIComponent(`publisher OF ${query}`)}`)).toEqual([
        `Publisher of ${name}`,
      ]);
    }
    expect(await get(like('ΟΔΥΣ'))).toEqual(['ΟΔΥΣΣΕΥΣ']);
    expect(await get('software?name=apfel cokolada')).toEqual([]);
  });

  it('are compared whole by eq and ne', async () => {
    await known(test, 'Whole');
    await known(test, 'Whole and more');
    expect(await get('software?name=whole')).toEqual(['Whole']);
    expect(await get('software?name=%25whole%25')).toEqual([]);
    expect(await get('software?name[ne]=whole&name[like]=whole')).toEqual(['Whole and more']);
  });

  it('have room for 255 characters of any kind', async () => {
    const name = '\u{1F680}'.repeat(255);
    await known(test, name, ['1.0'], { publisher: { name } });
    expect(await get(`software?name=${encodeURIComponent(name)}`)).toEqual([name]);
    expect(await refused(`software?name=${'x'.repeat(256)}`)).toEqual(['name']);
  });
});

describe('like', () => {
  it('matches anywhere without %, and where % says with it', async () => {
    for (const name of ['Zebra', 'A Zebra here', 'The last Zebra']) await known(test, name);
    expect(await get(like('zEBRA'))).toEqual(['A Zebra here', 'The last Zebra', 'Zebra']);
    expect(await get(like('zebra%'))).toEqual(['Zebra']);
    expect(await get(like('%zebra'))).toEqual(['The last Zebra', 'Zebra']);
    expect(await get(like('a%zebra%e'))).toEqual(['A Zebra here']);
    expect(await get(like('%zebra%'))).toHaveLength(3);
    expect(await get(like(' zebra'))).toEqual(['A Zebra here', 'The last Zebra']);
    expect(await get(like('zebra '))).toEqual(['A Zebra here']);
  });

  it.each(['_', '!', '\\', "'", '"', '[', '*', '?', '--', '!_', '\\\\'])(
    'takes %s as an ordinary character',
    async (sign) => {
      await known(test, `Sign <${sign}> here`);
      await known(test, 'Sign <x> here');
      expect(await get(like(`sign <${sign}>`))).toEqual([`Sign <${sign}> here`]);
      expect(await get(like(`sign <${sign}> %`))).toEqual([`Sign <${sign}> here`]);
    },
  );

  it('finds nothing with NUL, which no name holds', async () => {
    await known(test, 'No nul');
    for (const text of ['\u0000', 'no\u0000nul', '%\u0000%', '\u0000%nul']) expect(await get(like(text))).toEqual([]);
    expect(await get('favorite?software[like]=%00')).toEqual([]);
  });

  it('answers soon for a pattern that invites backtracking', async () => {
    await known(test, 'a'.repeat(255), ['1.0'], { publisher: { name: 'Short' } });
    const work = async () => expect(await get(like(`${'%a'.repeat(120)}%b`))).toEqual([]);
    expect(await workOf(work)).toBeLessThan(2_000);
  });
});

describe('moments', () => {
  it('select by last_update of software, publishers and favorites', async () => {
    const names = ['Old', 'Middle', 'New'];
    for (const [index, name] of names.entries()) {
      const { id, publisher } = await known(test, `Dated ${name}`);
      const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
      const moment = `2020-01-0${index + 1} 10:00:00.000001`;
      for (const [table, of] of [
        ['software', id],
        ['publisher', publisher],
        ['favorite', body.data.uuid],
      ])
        await test.database.execute(`UPDATE ${table} SET updated_at = ? WHERE id = ?`, [moment, of!]);
    }
    const lists: [string, string, string][] = [
      ['software?name[like]=dated', 'name', 'Dated'],
      ['publisher?name[like]=dated', 'name', 'Publisher of Dated'],
      ['favorite?software[like]=dated', 'software', 'Dated'],
    ];
    for (const [path, field, prefix] of lists) {
      const select = async (query: string) => (await get(`${path}&${query}`, field)).sort();
      const these = (...some: string[]) => some.map((name) => `${prefix} ${name}`).sort();
      expect(await select('last_update[gt]=2020-01-02T10:00:00.000001Z')).toEqual(these('New'));
      expect(await select('last_update[gte]=2020-01-02T10:00:00.000001Z')).toEqual(these('Middle', 'New'));
      expect(await select('last_update[lt]=2020-01-02T10:00:00.000001Z')).toEqual(these('Old'));
      expect(await select('last_update[lte]=2020-01-02T10:00:00.000001Z')).toEqual(these('Old', 'Middle'));
      expect(await select('last_update[gte]=2020-01-02&last_update[lt]=2020-01-03')).toEqual(these('Middle'));
      expect(await select('last_update[gt]=2020-01-02T12:00:00.000001%2B02:00')).toEqual(these('New'));
      expect(await select('last_update[lt]=2020-01-02T10:00')).toEqual(these('Old'));
    }
  });

  it.each([
    '',
    'yesterday',
    '2024',
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '2024-01-01T25:00',
    '2024-01-01T10:61',
    '2024-01-01T10:00:00.1234567Z',
    '2024-01-01T10:00:00+25:00',
    '0000-01-01',
    '10000-01-01',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '1704067200',
    '2024-01-01T00:00:00Z; DROP TABLE user',
  ])('refuses "%s"', async (text) => {
    expect(await refused(`software?last_update[gt]=${encodeURIComponent(text)}`)).toEqual(['last_update[gt]']);
  });

  it('takes the first and the last moment of the calendar', async () => {
    await known(test, 'Calendar');
    const query = 'last_update[gte]=0001-01-01T00:00:00.000000Z&last_update[lte]=9999-12-31T23:59:59.999999Z';
    expect(await get(`software?name=calendar&${query}`)).toEqual(['Calendar']);
  });
});

describe('booleans', () => {
  it('select the favorites with an update, however they are written', async () => {
    const bob = await test.as('bob');
    for (const [name, version] of [
      ['Behind', '1.0'],
      ['Up to date', '2.0'],
    ]) {
      const { id } = await known(test, `Flag ${name}`, ['1.0', '2.0']);
      await bob.post('/api/v1/favorite').send({ software: id, version }).expect(201);
    }
    const select = async (query: string) =>
      ((await bob.get(`/api/v1/favorite?${query}`).expect(200)).body.data as { software: string }[]).map(
        (one) => one.software,
      );
    for (const on of ['update_available=true', 'update_available[eq]=1', 'filter[update_available]=true'])
      expect(await select(on)).toEqual(['Flag Behind']);
    for (const off of ['update_available=false', 'update_available[eq]=0'])
      expect(await select(off)).toEqual(['Flag Up to date']);
    expect(await select('update_available=1&software[like]=date')).toEqual([]);
  });
});
