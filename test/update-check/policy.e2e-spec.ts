import { DatabaseClock } from '../../src/database/database-clock';
import { RekeyService } from '../../src/update-check/rekey.service';
import { expectProblem } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { newUser, track } from '../setup/tracking';

describe('the policy of a favorite', () => {
  const test = useApp();
  const ada = useAgent(() => newUser(test));

  afterEach(async () => {
    setClock(null);
    await test.deliver();
  });

  /** Lets the service judge snoozes and ages at another moment. */
  function setClock(now: string | null): void {
    const clock = test.app.get(DatabaseClock) as { now?: unknown };
    if (now === null) delete clock.now;
    else clock.now = async () => now;
  }

  async function favoriteOn(versions: (string | object)[], version: string) {
    const { record, software, id, release } = await track(test, ada, version, versions);
    const url = `/api/v1/favorite/${id}`;
    const read = async () => (await ada.get(`${url}?includeAvailableVersion`).expect(200)).body.data;
    const put = async (policy: object) => (await ada.put(`${url}/policy`).send(policy).expect(200)).body.data;
    const patch = async (policy: object) => (await ada.patch(`${url}/policy`).send(policy).expect(200)).body.data;
    const told = async () =>
      (await ada.get('/api/v1/notification').query({ software: record.software.name })).body.data.map(
        (one: { version: { version: string } }) => one.version.version,
      );
    return { url, read, put, patch, release, told, software };
  }

  const channel = async (name: string) =>
    (await ada.post('/api/v1/channel').send({ type: 'log', name, settings: {}, is_default: false }).expect(201)).body
      .data.id as string;

  it('has defaults, is replaced by PUT and changed in parts by PATCH', async () => {
    const { url, put, patch } = await favoriteOn(['1.0'], '1.0');
    const defaults = {
      include_prereleases: false,
      series: null,
      skip: [],
      snoozed_until: null,
      minimum_age_days: null,
      channels: [],
      remind_every: null,
      support_notice: null,
      support_basis: 'eol',
      supported_until: null,
      advisories: 'critical',
      urgent: null,
    };
    expect((await ada.get(`${url}/policy`).expect(200)).body.data).toEqual(defaults);
    const written = await put({ series: '1', skip: ['1.5'], remind_every: '7d' });
    expect(written).toEqual({ ...defaults, series: '1', skip: ['1.5'], remind_every: '1w' });
    expect(await patch({ minimum_age_days: 3 })).toEqual({ ...written, minimum_age_days: 3 });
    expect(await put({})).toEqual(defaults);
  });

  it('is refused with the name of the field', async () => {
    const { url } = await favoriteOn(['1.0'], '1.0');
    for (const [policy, field] of [
      [{ series: '' }, 'series'],
      [{ snoozed_until: 'tomorrow' }, 'snoozed_until'],
      [{ minimum_age_days: -1 }, 'minimum_age_days'],
      [{ channels: ['0198f0aa-0000-7000-8000-000000000000'] }, 'channels'],
      [{ remind_every: '1s' }, 'remind_every'],
      [{ include_prereleases: null }, 'include_prereleases'],
      [{ nonsense: 1 }, 'nonsense'],
    ] as const)
      expect(expectProblem(await ada.put(`${url}/policy`).send(policy), 422, 'invalid-body')).toEqual([field]);
  });

  it('does not exist for anybody else', async () => {
    const { url } = await favoriteOn(['1.0'], '1.0');
    const eve = await test.as('eve');
    await eve.get(`${url}/policy`).expect(404);
    await eve.put(`${url}/policy`).send({}).expect(404);
    await ada.delete(`${url}/policy`).expect(405);
  });

  it('stays on a series', async () => {
    const { url, read, put, release, told } = await favoriteOn(['16.1', '16.2', '17.0'], '16.1');
    await put({ series: '16' });
    expect(await read()).toMatchObject({
      update_available: true,
      available_version: { version: '16.2', kind: 'minor' },
    });
    await release('17.1');
    await test.check();
    expect(await told()).toEqual([]);
    await release('16.3');
    await test.check();
    expect(await told()).toEqual(['16.3']);
    const moved = await ada.post(`${url}/update-to-latest-version`).expect(200);
    expect(moved.body.data).toMatchObject({ version: { version: '16.3' }, update_available: false });
  });

  it('skips versions', async () => {
    const { read, put, release, told } = await favoriteOn(['1.0'], '1.0');
    await put({ skip: ['1.2'] });
    await release('1.1');
    await test.check();
    expect(await told()).toEqual(['1.1']);
    // Nothing up to a skipped version is offered, nor told.
    await release('1.1', '1.1.5', '1.2');
    await test.check();
    expect(await read()).toMatchObject({ update_available: false, available_version: null });
    expect(await told()).toEqual(['1.1']);
    expect(await test.deliver()).toMatchObject({ sent: 0, cancelled: 1 });
    await release('1.1', '1.1.5', '1.1.6', '1.2');
    await test.check();
    expect(await told()).toEqual(['1.1']);
    await release('1.1', '1.1.5', '1.1.6', '1.2', '1.2.1');
    await test.check();
    expect(await told()).toEqual(['1.2.1', '1.1']);
  });

  // Where versions are sorted MariaDB may not read their labels, and took those of the version that it had read before.
  it('skips for each favorite what that one skips, of many that are checked together', async () => {
    const labels = ['1.1', '1.2', '1.3', '1.4'];
    const { release, software } = await favoriteOn(['1.0'], '1.0');
    // The last skips only what is not there, and the one before what is the latest.
    const skips = [['1.1'], ['1.2'], ['1.3', '1.4'], ['1.9']];
    const owners = await Promise.all(labels.map((label) => test.as(`owner of ${label}`)));
    const urls: string[] = [];
    for (const [place, owner] of owners.entries()) {
      const created = await owner.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
      urls.push(`/api/v1/favorite/${created.body.data.uuid}`);
      await owner.put(`${urls[place]}/policy`).send({ skip: skips[place] }).expect(200);
    }
    await release(...labels);
    await test.check();
    const offered = await Promise.all(
      owners.map(async (owner, place) => {
        const { body } = await owner.get(`${urls[place]}?includeAvailableVersion`).expect(200);
        return body.data.available_version?.version;
      }),
    );
    expect(offered).toEqual(['1.4', '1.4', undefined, '1.4']);
  });

  it('is silent while it is snoozed and becomes due by itself afterwards', async () => {
    const { read, put, release, told } = await favoriteOn(['1.0', '1.1'], '1.0');
    await put({ snoozed_until: '2036-01-01' });
    expect(await read()).toMatchObject({ update_available: false, available_version: null });
    await release('1.2');
    expect(await test.check()).toMatchObject({ notified: 0 });
    setClock('2036-01-01 00:00:00.000000');
    expect(await test.check()).toEqual({ software: 0, favorites: 1, flagged: 1, notified: 1 });
    expect(await told()).toEqual(['1.2']);
    expect(await test.check()).toMatchObject({ favorites: 0 });
  });

  it('waits until a version is old enough', async () => {
    const { read, put, release, told } = await favoriteOn([{ version: '1.0', released_at: '2030-01-01' }], '1.0');
    await put({ minimum_age_days: 7 });
    setClock('2035-05-02 00:00:00.000000');
    await release({ version: '1.1', released_at: '2035-05-01' }, { version: '1.2', released_at: '2035-05-02' });
    await test.check();
    expect(await read()).toMatchObject({ update_available: false });
    setClock('2035-05-08 00:00:00.000000');
    expect(await test.check()).toEqual({ software: 0, favorites: 1, flagged: 1, notified: 1 });
    expect(await told()).toEqual(['1.1']);
    setClock('2035-05-09 00:00:00.000000');
    expect(await test.check()).toEqual({ software: 0, favorites: 1, flagged: 0, notified: 1 });
    expect(await read()).toMatchObject({ available_version: { version: '1.2' } });
    expect(await test.check()).toMatchObject({ favorites: 0 });
  });

  it('sends through the channels that it names when the defaults are not used', async () => {
    const { url, patch, release } = await favoriteOn(['1.0'], '1.0');
    const own = await channel('own');
    await ada.patch(url).send({ use_default_notification: false }).expect(200);
    await release('1.1');
    expect(await test.check()).toMatchObject({ flagged: 1, notified: 0 });
    await patch({ channels: [own] });
    await release('1.2');
    expect(await test.check()).toMatchObject({ notified: 1 });
    const { body } = await ada.get('/api/v1/notification').query({ channel: own }).expect(200);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].deliveries).toHaveLength(1);
  });

  it('does not lose a notification when the favorite is edited before the check of a new version', async () => {
    const notes = await favoriteOn(['1.0'], '1.0');
    const moved = await favoriteOn(['1.0', '1.1'], '1.0');
    const changed = await favoriteOn(['1.0'], '1.0');
    for (const { release } of [notes, moved, changed]) await release('1.2');
    await ada.patch(notes.url).send({ notes: 'edited' }).expect(200);
    await ada.patch(moved.url).send({ version: '1.1' }).expect(200);
    await changed.patch({ skip: ['1.3'] });
    expect(await test.check()).toMatchObject({ software: 3, notified: 3 });
    for (const { told } of [notes, moved, changed]) expect(await told()).toEqual(['1.2']);
  });

  it('follows a change of the ordering with its series', async () => {
    const { read, put, release, software } = await favoriteOn(['v-16.1', 'v-17.0'], 'v-16.1');
    await put({ series: '16' });
    await test.app.get(RekeyService).rekey(software, { scheme: 'semver', tag_pattern: '^v-(.+)$' });
    await release('v-16.2');
    await test.check();
    expect(await read()).toMatchObject({ update_available: true, available_version: { version: 'v-16.2' } });
  });

  it('forgets what was skipped and snoozed when the favorite moves to other software, and keeps the rest', async () => {
    const { url, read, put, patch } = await favoriteOn(['1.0', '2.0'], '1.0');
    const other = await favoriteOn(['1.0', '2.0'], '1.0');
    await ada.delete(other.url).expect(204);
    const policy = { skip: ['2.0'], snoozed_until: '2036-01-01', series: '2', minimum_age_days: 1 };
    await put(policy);
    await ada.patch(url).send({ software: other.software, version: '1.0' }).expect(200);
    expect((await ada.get(`${url}/policy`).expect(200)).body.data).toMatchObject({
      skip: [],
      snoozed_until: null,
      series: '2',
      minimum_age_days: 1,
    });
    await patch({ minimum_age_days: null });
    expect(await read()).toMatchObject({ update_available: true, available_version: { version: '2.0' } });
    expect(await test.check()).toMatchObject({ notified: 1 });
    // Nor does the end of the snooze remind of anything.
    setClock('2036-01-01 00:00:00.000000');
    expect(await test.check()).toMatchObject({ notified: 0 });
  });

  it('can be changed after a channel that it names was deleted, and does not name it any more', async () => {
    const { url, put, patch } = await favoriteOn(['1.0'], '1.0');
    const [kept, deleted] = [await channel('kept'), await channel('deleted')];
    await put({ channels: [kept, deleted] });
    await ada.delete(`/api/v1/channel/${deleted}`).expect(204);
    const rows = () => test.database.query('SELECT * FROM favorite_channel WHERE channel_id = ?', [deleted]);
    expect(await rows()).toEqual([]);
    // One that was left behind: by an older version, or by a policy that was written at the same time.
    await test.database.execute('INSERT INTO favorite_channel (favorite_id, channel_id) VALUES (?, ?)', [
      url.split('/').at(-1)!,
      deleted,
    ]);
    expect((await ada.get(`${url}/policy`).expect(200)).body.data).toMatchObject({ channels: [kept] });
    for (const input of [{}, { skip: ['2.0'] }]) expect(await patch(input)).toMatchObject({ channels: [kept] });
    expect(await rows()).toEqual([]);
    await ada
      .patch(`${url}/policy`)
      .send({ channels: [kept, deleted] })
      .expect(422);
  });

  it('can be changed while its series cannot be read in a new ordering', async () => {
    const { url, read, put, patch, software } = await favoriteOn(['16.1', '16.2'], '16.1');
    await put({ series: '16' });
    await test.app.get(RekeyService).rekey(software, { scheme: 'date' });
    expect(await patch({ minimum_age_days: 3 })).toMatchObject({ series: '16', minimum_age_days: 3 });
    expect(await read()).toMatchObject({ update_available: false });
    const { body } = await ada.patch(`${url}/policy`).send({ series: '16' }).expect(422);
    expect(body.errors[0].field).toBe('series');
  });

  it('takes what is the same in two forms once', async () => {
    const { put } = await favoriteOn(['1.0'], '1.0');
    const { body } = await ada.post('/api/v1/channel').send({ type: 'log', name: 'twice', settings: {} }).expect(201);
    const { id } = body.data as { id: string };
    const policy = { skip: ['1.1', '1.1 ', '\ud800', '\ufffd'], channels: [id, id.toUpperCase()] };
    expect(await put(policy)).toMatchObject({ skip: ['1.1', '\ufffd'], channels: [id] });
  });
});
