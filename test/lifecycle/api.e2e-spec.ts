import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { LifecycleMatch } from '../../src/version/lifecycle/lifecycle-match';
import { LifecycleService } from '../../src/version/lifecycle/lifecycle.service';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const EXPECTED = readFileSync(join(__dirname, 'fixtures', 'expected-cycles.tsv'), 'utf8')
  .trim()
  .split('\n');
const CATALOGUE = join(__dirname, '..', '..', 'data', 'catalogue.ndjson.gz');

describe('the lifecycle of software', () => {
  const test = useApp();
  const ada = useAgent(() => test.as('ada', ['read', 'write']));

  async function made(name: string, lifecycle?: object[], versions = ['14.1', '15.2']): Promise<string> {
    await test.import({ ...product(name, versions), as_of: '2026-08-22', lifecycle });
    const { body } = await ada.get(`/api/v1/software?name=${name}`).expect(200);
    return body.data[0].id as string;
  }

  it('lists its cycles, the newest first, with their states', async () => {
    const id = await made('Cycled', [
      { cycle: '9', eol_on: '2001-01-01' },
      { cycle: '15', eol_on: '2199-01-01', lts_from: '2020-01-01' },
      { cycle: '14', eol_on: '2001-01-01', extended_until: '2199-01-01' },
    ]);
    const { body } = await ada.get(`/api/v1/software/${id}/lifecycle`).expect(200);
    expect(body.data).toMatchObject({ as_of: '2026-08-22', stale: false, source: 'record' });
    const states = body.data.cycles.map(({ cycle, state }: Record<string, string>) => `${cycle} ${state}`);
    expect(states).toEqual(['15 supported', '14 extended', '9 ended']);
    const list = await ada.get('/api/v1/software?name=Cycled&includeSupport').expect(200);
    const support = { cycle: '15', state: 'supported', eol_on: '2199-01-01', lts: true, stale: false };
    expect(list.body.data[0].support).toMatchObject(support);
    const one = await ada.get(`/api/v1/software/${id}?includeSupport`).expect(200);
    expect(one.body.data.support).toMatchObject(support);
    const service = test.app.get(LifecycleService);
    expect(await service.ofVersion(id, '14.9')).toMatchObject({ cycle: '14', state: 'extended' });
    expect(await service.ofVersion(id, '8.1')).toMatchObject({ cycle: null, state: 'ended', eol_on: null });
    expect(await service.ofVersion(id, '16.0')).toMatchObject({ cycle: null, state: 'unknown' });
  });

  it('is empty where nobody says anything, and 404 for no software', async () => {
    const id = await made('Silent');
    const { body } = await ada.get(`/api/v1/software/${id}/lifecycle`).expect(200);
    expect(body.data).toEqual({ as_of: null, stale: false, source: null, cycles: [] });
    const one = await ada.get(`/api/v1/software/${id}?includeSupport`).expect(200);
    expect(one.body.data.support).toBeNull();
    await ada.get('/api/v1/software/01976d0e-0000-7000-8000-000000000000/lifecycle').expect(404);
  });

  it('has the expected cycle for versions of the bundled products', async () => {
    const names = new Set(EXPECTED.map((line) => line.split('\t')[0]));
    const records = gunzipSync(readFileSync(CATALOGUE))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { identity?: { kind: string; id: string } })
      .filter(({ identity }) => identity?.kind === 'endoflife' && names.has(identity.id));
    await test.import(...records.map((record) => ({ ...record, versions: [] })));
    const input = EXPECTED.map((line) => line.split('\t').slice(0, 2).join('\t')).concat('no-such\t1.0', '', 'docker');
    const output = new PassThrough();
    const written = text(output);
    await test.app.get(LifecycleMatch).lines(Readable.from([input.join('\n')]), output);
    output.end();
    const answers = (await written).replace(/\n$/, '').split('\n');
    EXPECTED.forEach((line, at) => {
      const [, , cycle, end] = line.split('\t');
      const [found, state, day] = answers[at]!.split('\t');
      const isDay = end!.includes('-');
      expect([line, found, day]).toEqual([line, cycle, isDay ? end : '']);
      if (end === 'false') expect([line, state]).toEqual([line, 'supported']);
      if (end === 'true') expect(['ended', 'extended']).toContain(state);
    });
    expect(EXPECTED.length).toBeGreaterThan(300);
    expect(answers.slice(EXPECTED.length)).toEqual(['\tunknown\t', '\tunknown\t', '\tunknown\t']);
  });
});
