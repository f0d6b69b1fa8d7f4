import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStage, type Stage } from '../setup/process';

describe('inventory import, list, show and delete', () => {
  let stage: Stage;

  const record = (name: string) =>
    `${JSON.stringify({
      publisher: { name: 'P' },
      software: { name },
      identity: { kind: 'test', id: name },
      identifiers: [{ type: 'purl', value: `pkg:npm/${name}` }],
      versions: ['1.0.0', '1.1.0', '2.0.0'].map((version) => ({ version })),
    })}\n`;

  beforeAll(async () => {
    stage = await createStage({ NPM_REGISTRY_URL: 'https://packages.example.org/' });
    await stage.cli(['token', 'create', '--user', 'ada']);
    const records = ['one', 'two', 'three', 'four'].map(record).join('');
    expect(await stage.json(['catalogue', 'import', '-'], records)).toMatchObject({ software: 4 });
  });

  afterAll(() => stage.drop());

  const file = (name: string, ...lines: string[]) => {
    const path = join(stage.env.DATA_DIR!, name);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  };

  const objects = (stdout: string) =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const inventory = (command: string, ...args: string[]) => stage.cli(['inventory', command, ...args, '--user', 'ada']);
  const shown = async (name: string) =>
    objects((await inventory('show', name)).stdout).map(
      ({ software, version }) => `${(software as { name: string }).name} ${version as string}`,
    );

  it('does what an upload does, with several files at once', async () => {
    const packages = file('packages.txt', 'pkg:npm/one@1.0.0', 'pkg:npm/two@1.0.0', 'pkg:npm/nobody@1.0.0');
    const versions = file('.tool-versions', 'three 2.0.0');
    const first = ['web-1', packages, versions, '--environment', 'prod'];
    const dry = await inventory('import', ...first, '--dry-run');
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({
      code: 0,
      stderr:
        'web-1: 3 added, 0 moved, 0 removed, 0 unchanged; 1 unmatched, 0 ambiguous, 0 rejected. Nothing was changed.\n',
    });
    expect((await inventory('list')).stdout).toBe('');

    const done = await inventory('import', ...first);
    expect(objects(done.stdout)[0]).toMatchObject({
      dry_run: false,
      format: 'mixed',
      digest: objects(dry.stdout)[0]!.digest,
      counts: { added: 3, unmatched: 1 },
      unmatched: [{ where: 'packages.txt: line 3' }],
      inventory: { name: 'web-1', environment: 'prod', deployments: 3 },
    });
    expect(await shown('web-1')).toEqual(['one 1.0.0', 'three 2.0.0', 'two 1.0.0']);
    expect(objects((await inventory('list')).stdout)).toMatchObject([{ name: 'web-1', environment: 'prod' }]);
    expect((await inventory('import', ...first)).stderr).toContain('0 added, 0 moved, 0 removed, 3 unchanged;');
  });

  it('reads stdin, moves, refuses what shrinks unless it may, and deletes', async () => {
    const all = ['one', 'two', 'three', 'four'];
    const lines = (...names: string[]) => names.map((name) => `pkg:npm/${name}@1.1.0\n`).join('');
    const from = (input: string, ...more: string[]) =>
      stage.cli(['inventory', 'import', 'db', '-', '--user', 'ada', ...more], input);
    const kept = '1 favorite keeps its higher version: --allow-lower lowers it.';
    expect(await from(lines(...all), '--dry-run')).toMatchObject({ code: 0, stderr: expect.stringContaining(kept) });
    expect(await from(lines(...all))).toMatchObject({ code: 0, stderr: expect.stringContaining(kept) });
    const waits = objects((await inventory('show', 'db')).stdout).filter(({ waits_for: version }) => version !== null);
    expect(waits).toMatchObject([{ software: { name: 'three' }, version: '1.1.0', waits_for: '2.0.0' }]);
    expect((await from(lines(...all), '--allow-lower')).stderr).not.toContain('higher version');
    const refused = await from(lines('one'));
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('3 of 4 deployments would go'),
    });
    expect(await shown('db')).toHaveLength(4);
    expect((await from(lines('one'), '--dry-run')).stderr).toContain('it needs --allow-shrink');
    expect((await from(lines('one'), '--allow-shrink')).code).toBe(0);
    expect(await shown('db')).toEqual(['one 1.1.0']);
    expect(await inventory('delete', 'db')).toMatchObject({ code: 0, stderr: 'Deleted db.\n' });
    expect(await inventory('show', 'db')).toMatchObject({ code: 1, stdout: '' });
  });

  it('and an upload to the service at the same time: one wins as a whole', async () => {
    const server = await stage.serve();
    const token = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
    const fileOf = (version: string, ...names: string[]) =>
      names.map((name) => `pkg:npm/${name}@${version}\n`).join('');
    const [ours, theirs] = [fileOf('1.0.0', 'one', 'two', 'three'), fileOf('2.0.0', 'one', 'two', 'four')];
    const upload = async () =>
      (
        await fetch(`${server.url}/api/v1/inventory/both/content?allow_shrink=true&allow_lower=true`, {
          method: 'PUT',
          headers: { Authorization: `Bearer ${token}` },
          body: theirs,
        })
      ).status;
    for (let round = 0; round < 3; round++) {
      let isDone = false;
      const command = stage
        .cli(['inventory', 'import', 'both', '-', '--allow-shrink', '--allow-lower', '--user', 'ada'], ours)
        .finally(() => (isDone = true));
      while (!isDone) expect([200, 409]).toContain(await upload());
      const { code, stderr } = await command;
      if (code !== 0) expect(stderr).toMatch(/(Another|A later) upload of this inventory/);
      expect([
        ['one 1.0.0', 'three 1.0.0', 'two 1.0.0'],
        ['four 2.0.0', 'one 2.0.0', 'two 2.0.0'],
      ]).toContainEqual(await shown('both'));
    }
    await server.stop();
  });

  it('makes products if it is asked to', async () => {
    const path = file('new.txt', 'pkg:npm/brand-new@1.0.0');
    expect((await inventory('import', 'new', path)).stderr).toContain('1 unmatched');
    expect((await inventory('import', 'new', path, '--create')).stderr).toContain('1 created, 0 added');
    expect(await shown('new')).toEqual(['brand-new 1.0.0']);
  });

  it.each([
    ['nobody', ['list', '--user', 'nobody'], 1, /There is no such user/],
    ['no user', ['list'], 2, /--user <user>/],
    ['a name that is none', ['import', 'Web 1', '-', '--user', 'ada'], 1, /1 to 64 of a-z/],
    ['an environment that is none', ['import', 'web', '-', '--user', 'ada', '--environment', ' '], 2, /1 to 64/],
    ['stdin twice', ['import', 'web', '-', '-', '--user', 'ada'], 2, /once only/],
    ['no file', ['import', 'web', '/nowhere/at/all', '--user', 'ada'], 1, /cannot be read: ENOENT/],
  ])('says what is wrong: %s', async (_what, args, code, message) => {
    const result = await stage.cli(['inventory', ...args], 'pkg:npm/one@1.0.0\n');
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toContain('    at ');
  });
});
