import { column, expectProblem, forgeCursor, known, linksOf, UNKNOWN_ID, walk } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const test = useApp();
const ada = useAgent(() => test.as('ada'));

/** Products `<prefix> 01`, `<prefix> 02`, … */
async function products(prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${prefix} ${String(index + 1).padStart(2, '0')}`);
  await test.import(...names.map((name) => product(name, ['1.0'])));
  return names;
}

const refused = async (path: string) => expectProblem(await ada.get(`/api/v1/${path}`), 400, 'invalid-query');

describe('parameters of paging', () => {
  it('have a size of 50, unless per_page says otherwise, and meta says so', async () => {
    await products('Sizes', 51);
    const path = '/api/v1/software?name[like]=sizes';
    const first = await ada.get(path).expect(200);
    expect(first.body.data).toHaveLength(50);
    expect(first.body.meta).toEqual({ per_page: 50, page: 1, next_cursor: expect.any(String), has_more: true });
    const all = await ada.get(`${path}&per_page=200&includeTotal`).expect(200);
    expect(all.body.data).toHaveLength(51);
    const meta = { per_page: 200, page: 1, next_cursor: null, has_more: false, total: 51, total_pages: 1 };
    expect(all.body.meta).toEqual(meta);
    const one = await ada.get(`${path}&per_page=1&includeTotal=1`).expect(200);
    expect(one.body.meta).toMatchObject({ per_page: 1, total: 51, total_pages: 51 });
    expect((await ada.get(`${path}&per_page=51`)).body.meta).toMatchObject({ has_more: false, next_cursor: null });
    expect((await ada.get(`${path}&includeTotal=0`)).body.meta).not.toHaveProperty('total');
  });

  it('take the first and the last values that there are', async () => {
    for (const query of ['per_page=1', 'per_page=200', 'page=1', 'page=1000000', 'per_page=200&page=1000000'])
      await ada.get(`/api/v1/software?${query}`).expect(200);
  });
});

describe('past the end', () => {
  it('is an empty page with 200', async () => {
    await products('End', 3);
    const beyond = await ada.get('/api/v1/software?name[like]=end 0&per_page=2&page=3&includeTotal').expect(200);
    expect(beyond.body).toEqual({
      data: [],
      meta: { per_page: 2, page: 3, next_cursor: null, has_more: false, total: 3, total_pages: 2 },
    });
    expect(Object.keys(linksOf(beyond))).toEqual(['first', 'prev']);
    const cursor = forgeCursor('name', 0, '\u{10FFFF}', UNKNOWN_ID);
    const last = await ada.get(`/api/v1/software?cursor=${cursor}`).expect(200);
    expect(last.body).toEqual({ data: [], meta: { per_page: 50, next_cursor: null, has_more: false } });
  });
});

describe('Link', () => {
  it('leads from page to page and keeps filters, includes, order and size', async () => {
    const names = await products('Pages', 5);
    const query = 'name[like]=pages&sort=-name&per_page=2&includePublisher&includeTotal=true';
    const pages = await walk(ada, `/api/v1/software?${query}`);
    expect(column(pages, 'name')).toEqual([...names].reverse());
    expect(pages.map(({ body }) => body.meta.page)).toEqual([1, 2, 3]);
    expect(pages.map((page) => Object.keys(linksOf(page)))).toEqual([
      ['first', 'next'],
      ['first', 'next', 'prev'],
      ['first', 'prev'],
    ]);
    for (const { body } of pages) {
      expect(body.meta.total).toBe(5);
      expect(body.data[0]).toHaveProperty('publisher');
    }
    const back = await walk(ada, linksOf(pages.at(-1)!).prev!, 'prev');
    expect(column(back, 'name')).toEqual(['Pages 03', 'Pages 02', 'Pages 05', 'Pages 04']);
    expect((await ada.get(linksOf(pages.at(-1)!).first!)).body.data).toEqual(pages[0]!.body.data);
  });

  it('leads by cursor both ways when the walk began with one', async () => {
    const names = await products('Both ways', 7);
    const query = 'name[like]=both ways&per_page=2&includeLatestVersion';
    const first = await ada.get(`/api/v1/software?${query}`).expect(200);
    const pages = await walk(ada, `/api/v1/software?${query}&cursor=${first.body.meta.next_cursor}`);
    expect(column([first, ...pages], 'name')).toEqual(names);
    expect(pages.map(({ body }) => body.meta.page)).toEqual([undefined, undefined, undefined]);
    const back = await walk(ada, linksOf(pages.at(-1)!).prev!, 'prev');
    expect(back.map((page) => column([page], 'name'))).toEqual([
      names.slice(4, 6),
      names.slice(2, 4),
      names.slice(0, 2),
    ]);
    expect(Object.keys(linksOf(back.at(-1)!))).toEqual(['first', 'next']);
    const again = await walk(ada, linksOf(back.at(-1)!).next!);
    expect(column(again, 'name')).toEqual(names.slice(2));
    expect(again[0]!.body.data[0]).toHaveProperty('latest_version');
  });
});

describe('a cursor', () => {
  it.each(['software', '-created_at', 'updated_at'])(
    'sees each row that stays exactly once while others come and go, in the order %s',
    async (sort) => {
      const agent = await test.as(`stable${sort}`);
      const add = async (name: string) => {
        const { id } = await known(test, `${sort} ${name}`);
        const { body } = await agent.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
        return body.data.uuid as string;
      };
      const ids: string[] = [];
      for (const name of ['b', 'd', 'f', 'h', 'j', 'l', 'n', 'p']) ids.push(await add(name));
      const gone = new Set<string>();
      const remove = async (index: number) => {
        gone.add(ids[index]!);
        await agent.delete(`/api/v1/favorite/${ids[index]}`).expect(204);
      };
      const seen: unknown[] = [];
      const changes = [() => remove(0), () => add('a'), () => remove(7), () => add('z'), () => remove(4)];
      for (let cursor = ''; ;) {
        const page = await agent.get(`/api/v1/favorite?sort=${sort}&per_page=2${cursor}`).expect(200);
        seen.push(...column([page], 'uuid'));
        await changes.shift()?.();
        if (page.body.meta.next_cursor === null) break;
        cursor = `&cursor=${page.body.meta.next_cursor}`;
      }
      const stayed = ids.filter((uuid) => !gone.has(uuid));
      expect(seen.filter((uuid) => stayed.includes(String(uuid))).sort()).toEqual(stayed.sort());
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it('tells rows with the same value apart', async () => {
    for (let index = 0; index < 5; index++) await known(test, 'Namesake', ['1.0'], { publisher: { name: 'Same' } });
    for (const path of ['software?name=namesake', 'software?name=namesake&sort=-name']) {
      const pages = await walk(ada, `/api/v1/${path}&per_page=1`);
      const first = await ada.get(`/api/v1/${path}&per_page=1`);
      const byCursor = await walk(ada, `/api/v1/${path}&per_page=1&cursor=${first.body.meta.next_cursor}`);
      expect(new Set(column(pages, 'id')).size).toBe(5);
      expect(column([first, ...byCursor], 'id')).toEqual(column(pages, 'id'));
    }
  });

  it('works for every list and order that there is', async () => {
    const agent = await test.as('every');
    const { publisher } = await known(test, 'Every 1', ['1.0', '1.1', '1.2'], { publisher: { name: 'Every' } });
    const { id } = await known(test, 'Every 2', ['1.0', '1.1', '1.2'], { publisher: { name: 'Every' } });
    await known(test, 'Every 3', ['1.0'], { publisher: { name: 'Every too' } });
    for (let index = 0; index < 3; index++) {
      await agent
        .post('/api/v1/channel')
        .send({ type: 'log', name: `log ${index}`, settings: {} })
        .expect(201);
      await agent
        .post('/api/v1/token')
        .send({ name: `token ${index}`, scopes: ['read'] })
        .expect(201);
    }
    const lists: [string, string[]][] = [
      ['software?name[like]=every', ['name', 'last_update']],
      ['publisher?name[like]=every', ['name', 'last_update']],
      [`software/${id}/versions?version[gt]=0`, ['version', 'created_at']],
      [`publisher/${publisher}/software?title[like]=every`, ['title', 'last_update']],
      ['channel?enabled=true', ['created_at']],
      ['token?includeTotal', ['created_at']],
    ];
    for (const [path, sorts] of lists)
      for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
        const whole = column([await agent.get(`/api/v1/${path}&sort=${sort}&per_page=200`).expect(200)], 'id');
        const first = await agent.get(`/api/v1/${path}&sort=${sort}&per_page=1`).expect(200);
        const next = `/api/v1/${path}&sort=${sort}&per_page=1&cursor=${first.body.meta.next_cursor}`;
        const pages = [first, ...(await walk(agent, next))];
        expect(whole.length).toBeGreaterThan(1);
        expect(column(pages, 'id')).toEqual(whole);
        const back = await walk(agent, linksOf(pages.at(-1)!).prev!, 'prev');
        expect(column(back, 'id')).toEqual([...whole].reverse().slice(1));
      }
  });

  it('is not taken in another order, and not when somebody changed it', async () => {
    await products('Forge', 3);
    const { body } = await ada.get('/api/v1/software?name[like]=forge&per_page=1').expect(200);
    const { next_cursor: cursor } = body.meta;
    for (const sort of ['-name', 'last_update', '-last_update'])
      expect(await refused(`software?sort=${sort}&cursor=${cursor}`)).toEqual(['cursor']);
    const bad = [
      '',
      'x',
      `${cursor}=`,
      `${cursor}.`,
      cursor.slice(0, -8),
      'A'.repeat(10_000).slice(0, 5_000),
      Buffer.from('null').toString('base64url'),
      Buffer.from('{"sort":"name"}').toString('base64url'),
      forgeCursor('name', 0, 'forge 01'),
      forgeCursor('name', 2, 'forge 01', UNKNOWN_ID),
      forgeCursor('name', 0, 1, UNKNOWN_ID),
      forgeCursor('name', 0, null, UNKNOWN_ID),
      forgeCursor('name', 0, ['forge 01'], UNKNOWN_ID),
      forgeCursor('name', 0, 'forge 01', 'é'),
      forgeCursor('name', 0, 'forge 01', "' OR 1=1 --"),
      forgeCursor(['name'], 0, 'forge 01', UNKNOWN_ID),
    ];
    for (const text of bad) expect(await refused(`software?cursor=${encodeURIComponent(text)}`)).toEqual(['cursor']);
  });

  it.each(['', 'x', '2026-99-99 99:99:99', '2026-02-31 00:00:00.000000', '2026-01-01T00:00:00Z', '\u0000', 'é'])(
    'with the moment "%s" is refused',
    async (value) => {
      for (const backwards of [0, 1]) {
        const cursor = forgeCursor('last_update', backwards, value, UNKNOWN_ID);
        expect(await refused(`software?sort=last_update&cursor=${cursor}`)).toEqual(['cursor']);
      }
    },
  );

  it.each(['é', '\ud800', '\u{1F600}'])('with the version key %j, which is never one, is refused', async (value) => {
    const { id } = await known(test, `Keys ${encodeURIComponent(value.toWellFormed())}`);
    const cursor = forgeCursor('-version', 0, value, UNKNOWN_ID);
    expect(await refused(`software/${id}/versions?cursor=${cursor}`)).toEqual(['cursor']);
  });

  it('that the service gives fits for the longest names', async () => {
    const names = ['a', 'b', 'c'].map((end) => '字'.repeat(253) + 'x' + end);
    for (const name of names) await known(test, name, ['1.0'], { publisher: { name: 'Long names' } });
    const pages = await walk(ada, `/api/v1/software?name[like]=${encodeURIComponent('字字')}&per_page=1`);
    const first = await ada.get(`/api/v1/software?name[like]=${encodeURIComponent('字字')}&per_page=1`);
    const next = await walk(
      ada,
      `/api/v1/software?name[like]=${encodeURIComponent('字字')}&per_page=1&cursor=${first.body.meta.next_cursor}`,
    );
    expect(column([first, ...next], 'name')).toEqual(names);
    expect(column(pages, 'name')).toEqual(names);
  });
});

describe('order', () => {
  it('of names is without regard to case, in both directions', async () => {
    for (const name of ['Order b', 'order A', 'ORDER c', 'Order Ä']) await known(test, name);
    const names = async (query: string) => column([await ada.get(`/api/v1/${query}`).expect(200)], 'name');
    const expected = ['order A', 'Order b', 'ORDER c', 'Order Ä'];
    expect(await names('software?name[like]=order')).toEqual(expected);
    expect(await names('software?name[like]=order&sort=name')).toEqual(expected);
    expect(await names('software?name[like]=order&sort=-name')).toEqual([...expected].reverse());
    expect(await names('publisher?name[like]=of order')).toEqual(expected.map((name) => `Publisher of ${name}`));
  });

  it('of favorites is by created_at unless sort says otherwise', async () => {
    const agent = await test.as('order');
    const uuids: Record<string, string> = {};
    for (const name of ['B', 'C', 'A']) {
      const { id } = await known(test, `Favorite ${name}`);
      const { body } = await agent.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
      uuids[name] = body.data.uuid;
      const moment = `2024-01-01 00:00:00.00000${Object.keys(uuids).length}`;
      await test.database.execute('UPDATE favorite SET created_at = ? WHERE id = ?', [moment, uuids[name]!]);
    }
    await agent.patch(`/api/v1/favorite/${uuids.B}`).send({ notes: 'now' }).expect(200);
    await test.database.execute("UPDATE favorite SET updated_at = '2099-01-01 00:00:00.000000' WHERE id = ?", [
      uuids.C!,
    ]);
    const order = async (query: string) =>
      column([await agent.get(`/api/v1/favorite${query}`).expect(200)], 'software').map((name) =>
        String(name).slice(-1),
      );
    expect(await order('')).toEqual(['B', 'C', 'A']);
    expect(await order('?sort=-created_at')).toEqual(['A', 'C', 'B']);
    expect(await order('?sort=software')).toEqual(['A', 'B', 'C']);
    expect((await order('?sort=-updated_at'))[0]).toBe('C');
  });
});
