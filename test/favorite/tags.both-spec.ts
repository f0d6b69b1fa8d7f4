import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { share } from '../sharing/stage';
import { type Agent, newUser } from '../setup/tracking';

describe('tags of favorites', () => {
  const test = useApp();
  let agent: Agent;
  let serial = 0;

  beforeEach(async () => {
    agent = await newUser(test, null);
  });

  const track = async (settings: object = {}): Promise<string> => {
    const software = await known(test, `Tagged ${++serial}`, ['1.0', '2.0']);
    const body = { software: software.id, version: '1.0', ...settings };
    return (await agent.post('/api/v1/favorite').send(body).expect(201)).body.data.uuid as string;
  };
  const write = (id: string, tags: string[]) => agent.patch(`/api/v1/favorite/${id}`).send({ tags }).expect(200);
  const tagsOf = async (id: string) =>
    (await agent.get(`/api/v1/favorite/${id}?includeTags`).expect(200)).body.data.tags as string[];
  const listed = async (query: string) =>
    ((await agent.get(`/api/v1/favorite?${query}`).expect(200)).body.data as { uuid: string }[]).map(
      ({ uuid }) => uuid,
    );
  const allTags = async (who = agent) =>
    ((await who.get('/api/v1/tag').expect(200)).body.data as { id: string; name: string; favorites: number }[]).map(
      ({ name, favorites }) => [name, favorites],
    );
  const idOf = async (name: string) =>
    ((await agent.get('/api/v1/tag').expect(200)).body.data as { id: string; name: string }[]).find(
      (tag) => tag.name === name,
    )!.id;
  const bulk = async (body: object) => (await agent.post('/api/v1/favorite/bulk').send(body).expect(200)).body.data;
  const undo = async (id: string) => (await agent.post(`/api/v1/favorite/bulk/${id}/undo`).expect(200)).body.data;

  it('are written with the favorite, and shown as they were first written', async () => {
    const { id: software } = await known(test, 'Tagged first', ['1.0']);
    const body = { software, version: '1.0', tags: ['Web  farm', 'DB'] };
    const made = (await agent.post('/api/v1/favorite').send(body).expect(201)).body.data;
    expect(made.tags).toEqual(['DB', 'Web farm']);
    const other = await track({ tags: [' web FARM ', 'u\u0308ber', '\u00FCber', 'db'] });
    expect(await tagsOf(other)).toEqual(['DB', 'Web farm', 'über']);
    expect(await allTags()).toEqual([
      ['DB', 2],
      ['Web farm', 2],
      ['über', 1],
    ]);
  });

  it('change by PATCH and PUT only with the field, and move `updated_at` but nothing else', async () => {
    const id = await track({ tags: ['a', 'b'] });
    const before = (await agent.get(`/api/v1/favorite/${id}`).expect(200)).body.data;
    expect(before).not.toHaveProperty('tags');
    const kept = await agent.patch(`/api/v1/favorite/${id}`).send({ notes: 'x' }).expect(200);
    expect(kept.body.data).not.toHaveProperty('tags');
    expect(await tagsOf(id)).toEqual(['a', 'b']);
    const put = await agent
      .put(`/api/v1/favorite/${id}`)
      .send({ tags: ['c', 'b'] })
      .expect(200);
    expect(put.body.data.tags).toEqual(['b', 'c']);
    expect(put.body.data).toMatchObject({ notes: 'x', version: { version: '1.0' } });
    expect(put.body.data.updated_at > before.updated_at).toBe(true);
    await write(id, []);
    expect(await tagsOf(id)).toEqual([]);
    // They stay in the list, for the next favorite.
    expect(await allTags()).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
  });

  it('are refused by name', async () => {
    const id = await track();
    for (const tags of [
      'a',
      ['  '],
      ['x'.repeat(41)],
      Array.from({ length: 21 }, (_, n) => `t${n}`),
      ['a,b'],
      ['a\u0007b'],
      ['a\u202Eb'],
      ['a\uD800'],
      [7],
    ]) {
      const answer = await agent.patch(`/api/v1/favorite/${id}`).send({ tags });
      expect([tags, expectProblem(answer, 422, 'invalid-body')[0]]).toEqual([tags, 'tags']);
    }
    expect(await allTags()).toEqual([]);
  });

  it('filter lists: several hold together, `ne` and `tagged` too, of the own user only', async () => {
    const [both, one, none] = [await track({ tags: ['Prod', 'db'] }), await track({ tags: ['prod'] }), await track()];
    const stranger = await newUser(test, null);
    expect((await stranger.get('/api/v1/favorite?tag=prod').expect(200)).body.data).toEqual([]);
    expect(await listed('tag=PROD')).toEqual([both, one]);
    expect(await listed('tag=prod&tag=db')).toEqual([both]);
    expect(await listed('filter[tag]=prod&tag[ne]=db')).toEqual([one]);
    expect(await listed('tag[ne]=prod')).toEqual([none]);
    expect(await listed('tagged=false')).toEqual([none]);
    expect(await listed('tagged=true&sort=-software')).toEqual([one, both]);
    expect(await listed('tag=nobody')).toEqual([]);
    const counted = await agent.get('/api/v1/favorite?tag=prod&includeTotal&per_page=1').expect(200);
    expect(counted.body.meta.total).toBe(2);
    expect((await agent.get('/api/v1/favorite?tag=a,b')).body.errors[0]).toMatchObject({ field: 'tag' });
    const csv = (await agent.get('/api/v1/favorite.csv?tag=db').expect(200)).text;
    expect(csv.split('\r\n')[0]!.split(',')).toContain('tags');
    expect(csv).toContain('"db\nProd"');
  });

  it('are renamed and deleted on all favorites', async () => {
    const [one, other] = [await track({ tags: ['prd', 'db'] }), await track({ tags: ['prd'] })];
    const id = await idOf('prd');
    const renamed = await agent.patch(`/api/v1/tag/${id}`).send({ name: ' Production ' }).expect(200);
    expect(renamed.body.data).toEqual({ id, name: 'Production', favorites: 2 });
    expect(await listed('tag=production')).toEqual([one, other]);
    await agent.patch(`/api/v1/tag/${id}`).send({ name: 'PRODUCTION' }).expect(200);
    expect(await tagsOf(one)).toEqual(['db', 'PRODUCTION']);
    expectProblem(await agent.patch(`/api/v1/tag/${id}`).send({ name: 'DB' }), 409, 'conflict');
    expectProblem(await agent.patch(`/api/v1/tag/${id}`).send({ name: 'a,b' }), 422, 'invalid-body');
    const stranger = await newUser(test, null);
    expectProblem(await stranger.patch(`/api/v1/tag/${id}`).send({ name: 'x' }), 404, 'not-found');
    expectProblem(await stranger.delete(`/api/v1/tag/${id}`), 404, 'not-found');
    expectProblem(await agent.delete(`/api/v1/tag/${UNKNOWN_ID}`), 404, 'not-found');
    await agent.delete(`/api/v1/tag/${id}`).expect(204);
    expect(await tagsOf(one)).toEqual(['db']);
    expect(await allTags()).toEqual([['db', 1]]);
  });

  it('are bounded for a user, however requests come', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, () => track()));
    const give = (id: string, place: number) =>
      agent.patch(`/api/v1/favorite/${id}`).send({ tags: Array.from({ length: 20 }, (_, n) => `t${place} ${n}`) });
    const answers = await Promise.all(ids.map(give));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectProblem(answer, 409, 'limit-reached');
    const total = await agent.get('/api/v1/tag?includeTotal&per_page=1').expect(200);
    expect(total.body.meta.total).toBe(200);
  });

  it('of one name are one, though requests make it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => track()));
    await Promise.all(ids.map((id, n) => write(id, [n % 2 ? 'SAME' : 'same'])));
    expect(await allTags()).toEqual([[expect.stringMatching(/^same$/i), 8]]);
  });

  it('are given and taken in bulk, and the undo leaves what was there', async () => {
    const [had, bare, full] = [
      await track({ tags: ['prod'] }),
      await track(),
      await track({ tags: Array.from({ length: 20 }, (_, n) => `x${n}`) }),
    ];
    const done = await bulk({ action: 'tag', ids: [had, bare, full], tags: ['Prod', 'web'] });
    expect(done).toMatchObject({ matched: 3, changed: 2, failed_total: 1, failed: [{ favorite: full }] });
    expect(done.failed[0].problem.type).toBe('/docs/problems#limit-reached');
    expect(await tagsOf(had)).toEqual(['prod', 'web']);
    expect(await undo(done.id)).toMatchObject({ restored: 2, skipped_total: 0 });
    expect([await tagsOf(had), await tagsOf(bare)]).toEqual([['prod'], []]);

    await bulk({ action: 'tag', ids: [bare], tags: ['prod', 'web'] });
    const taken = await bulk({ action: 'untag', filter: { tag: ['prod', 'WEB'] }, expect: 1, tags: ['web', 'other'] });
    expect(taken).toMatchObject({ matched: 1, changed: 1 });
    expect(await tagsOf(bare)).toEqual(['prod']);
    expect(await undo(taken.id)).toMatchObject({ restored: 1, skipped_total: 0 });
    expect(await tagsOf(bare)).toEqual(['prod', 'web']);
    // Nothing is made by taking it.
    expect((await allTags()).map(([name]) => name)).not.toContain('other');
  });

  it('changed since a bulk change are left by its undo', async () => {
    const [one, other] = [await track(), await track()];
    const done = await bulk({ action: 'tag', ids: [one, other], tags: ['prod'] });
    await write(one, ['mine']);
    expect(await undo(done.id)).toMatchObject({ restored: 1, skipped: [{ favorite: one, reason: 'changed' }] });
    const taken = await bulk({ action: 'untag', ids: [one], tags: ['mine'] });
    await agent.delete(`/api/v1/tag/${await idOf('mine')}`).expect(204);
    // A tag that was deleted since does not come back.
    expect(await undo(taken.id)).toMatchObject({ restored: 1 });
    expect(await tagsOf(one)).toEqual([]);
  });

  it('of a single favorite are in the history, and go back from there', async () => {
    const id = await track({ tags: ['a', 'b'] });
    await write(id, ['b', 'c']);
    const entries = (await agent.get('/api/v1/history').expect(200)).body.data as { id: string; action: string }[];
    expect(entries).toMatchObject([
      { action: 'untag', tags: ['a'], changed: 1, undo: 'possible' },
      { action: 'tag', tags: ['c'], changed: 1, undo: 'changed' },
    ]);
    for (const entry of entries) await undo(entry.id);
    expect(await tagsOf(id)).toEqual(['a', 'b']);
    const after = (await agent.get('/api/v1/history').expect(200)).body.data as { undo: string }[];
    expect(after.map(({ undo }) => undo)).toEqual(['undone', 'undone']);
    const done = await bulk({ action: 'tag', ids: [id], tags: ['d'] });
    await write(id, []);
    const [, changed] = (await agent.get('/api/v1/history').expect(200)).body.data as { id: string; undo: string }[];
    expect(changed).toMatchObject({ id: done.id, undo: 'changed' });
  });

  it('come back with a deleted favorite', async () => {
    const id = await track({ tags: ['prod', 'gone'] });
    const done = await bulk({ action: 'delete', ids: [id] });
    expect(await allTags()).toEqual([
      ['gone', 0],
      ['prod', 0],
    ]);
    await agent.delete(`/api/v1/tag/${await idOf('gone')}`).expect(204);
    expect(await undo(done.id)).toMatchObject({ restored: 1 });
    expect(await tagsOf(id)).toEqual(['prod']);
  });

  it('in bulk are checked before anything is begun', async () => {
    const id = await track();
    for (const [body, field] of [
      [{ action: 'tag' }, 'tags'],
      [{ action: 'untag', tags: [] }, 'tags'],
      [{ action: 'mute', tags: ['a'] }, 'tags'],
      [{ action: 'tag', tags: ['a,b'] }, 'tags'],
      [{ action: 'tag', tags: ['a'], ids: undefined, filter: { tag: [['a']] }, expect: 1 }, 'filter.tag'],
    ] as const) {
      const answer = await agent.post('/api/v1/favorite/bulk').send({ ids: [id], ...body });
      expect([body, expectProblem(answer, 422, 'invalid-body')[0]]).toEqual([body, field]);
    }
    expect((await agent.get('/api/v1/favorite/bulk').expect(200)).body.data).toEqual([]);
  });

  it('filter a shared address', async () => {
    await track({ tags: ['prod', 'db'] });
    await track();
    const { json } = await share(agent, { kind: 'badge', filter: { tag: ['prod', 'db'] } });
    const all = await share(agent, { kind: 'badge' });
    const messageOf = async (address: string) =>
      (JSON.parse((await test.http.get(address).expect(200)).text) as { message: string }).message;
    expect(await messageOf(all.json)).toContain('2');
    expect(await messageOf(json)).not.toBe(await messageOf(all.json));
    const [feed] = (await agent.get('/api/v1/feed').expect(200)).body.data;
    expect(feed.filter).toEqual({ tag: ['prod', 'db'] });
  });
});
