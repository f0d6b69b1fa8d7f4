import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../setup/process';
import { pluginOf, PluginFolder } from './plugin-folder';

const ROOT = join(__dirname, '..', '..');

const STAGES = `
const { httpReceiver } = require('tracker-plugin-kit/testing');
exports.channels = { broken: async () => { await httpReceiver(); return { settings: { word: 'x' }, received: () => [], refuse: null }; } };
exports.sources = {};
`;

describe('cli plugin check', () => {
  const folder = new PluginFolder();

  beforeAll(() => {
    const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'lib', 'build-kit.mjs')], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
  });

  afterAll(() => folder.remove());

  const check = async (given: string) => {
    const { code, stdout, stderr } = await start('cli', ['plugin', 'check', given], {}).finished;
    const printed = stdout.split('\n').filter(Boolean);
    return { code, stderr, printed: printed.map((line) => JSON.parse(line) as Record<string, unknown>) };
  };

  it.each([
    ['channel-zulip', ['ZULIP_SERVER'], 'channel zulip'],
    ['source-json-pages', [], 'source json-pages'],
  ])('a good plug-in holds the contract: %s', async (example, environment, tests) => {
    const { code, stderr, printed } = await check(folder.addExample(example));
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('The plug-in holds the contract.') });
    expect(stderr).toContain(`ok      ${tests}: `);
    expect(stderr).not.toContain('failed  ');
    expect(printed).toEqual([
      { plugin: `tracker-${example}`, version: '1.0.0', license: 'MIT', environment, installScripts: {} },
    ]);
  });

  it('what npm would run and fetch is printed, with licences, also when the plug-in fails the contract', async () => {
    const lib = {
      'node_modules/left-over/package.json': JSON.stringify({
        name: 'left-over',
        version: '2.1.0',
        license: 'AGPL-3.0',
        scripts: { install: 'node build.js', test: 'true' },
      }),
    };
    const source = pluginOf('broken', { send: "throw new Error('not yet');", fetch: 'return [];' });
    const channelOnly = source.replace('providers: [Channel, Source]', 'providers: [Channel]');
    const given = folder.add(
      'broken',
      { 'index.js': channelOnly, 'stages.js': STAGES, ...lib },
      {
        license: 'UNLICENSED',
        tracker: { kit: '^1', stages: './stages.js' },
        scripts: { postinstall: 'node fetch.js', build: 'tsc' },
        dependencies: { 'left-over': '^2', absent: '1.x' },
      },
    );
    const { code, stderr, printed } = await check(given);
    expect(printed).toEqual([
      {
        plugin: 'broken',
        version: '1.0.0',
        license: 'UNLICENSED',
        environment: [],
        installScripts: { postinstall: 'node fetch.js' },
      },
      {
        dependency: 'left-over',
        range: '^2',
        version: '2.1.0',
        license: 'AGPL-3.0',
        installScripts: { install: 'node build.js' },
      },
      { dependency: 'absent', range: '1.x', version: null, license: null, installScripts: {} },
    ]);
    expect(stderr).toMatch(/^failed {2}channel broken: .*\n(.*\n)*?not yet/m);
    expect(stderr).toMatch(/^[1-9]\d* of the contract tests failed\.$/m);
    expect(code).toBe(1);
  });

  it('ends in a folder with a kit of its own, also when the plug-in leaves something running', async () => {
    const given = folder.addExample('channel-zulip', 'with-own-kit');
    const own = join(folder.path, 'with-own-kit');
    const kit = join(own, 'node_modules', 'tracker-plugin-kit');
    rmSync(kit);
    cpSync(join(ROOT, 'packages', 'plugin-kit'), kit, { recursive: true });
    const main = join(own, 'dist', 'src', 'index.js');
    const left = 'setInterval(() => {}, 1000); require("node:net").createServer().listen(0, "127.0.0.1");';
    for (const more of ['', left]) {
      writeFileSync(main, `${readFileSync(main, 'utf8')}\n${more}`);
      const { code, stderr } = await check(given);
      expect({ code, end: stderr.trimEnd().split('\n').at(-1) }).toEqual({
        code: 0,
        end: 'The plug-in holds the contract.',
      });
    }
  });

  it.each([
    ['in send', { send: 'process.exit(0);', fetch: '' }],
    ['while it is loaded', { send: '', fetch: '', before: 'process.exit(0);' }],
    [
      'later',
      { send: 'setTimeout(() => process.exit(0), 1); await new Promise(() => setTimeout(() => {}, 5000));', fetch: '' },
    ],
  ])('is no success when the plug-in ends the process: %s', async (where, bodies) => {
    const source = pluginOf('ending', bodies).replace('providers: [Channel, Source]', 'providers: [Channel]');
    const stages = STAGES.replace('broken', 'ending');
    const tracker = { kit: '^1', stages: './stages.js' };
    const { code, stderr } = await check(
      folder.add(`ending-${where.replaceAll(' ', '-')}`, { 'index.js': source, 'stages.js': stages }, { tracker }),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.any(String) });
    expect(stderr).toContain('The process ended before the contract tests did: a plug-in must not end it.');
    expect(stderr).not.toContain('holds the contract');
  });

  it.each([
    ['slack', 'notification channel slack'],
    ['npm', 'source npm'],
  ])('names a type that the service has already, before it asks for a stage: %s', async (type, what) => {
    const source = pluginOf(type, { send: '', fetch: '' });
    const part = type === 'slack' ? 'Channel' : 'Source';
    const only = source.replace('providers: [Channel, Source]', `providers: [${part}]`);
    const { code, stderr } = await check(folder.add(`taken-${type}`, { 'index.js': only }));
    expect(code).toBe(1);
    expect(stderr).toContain(`The plug-in taken-${type} brings the ${what}, which the service itself has already.`);
    expect(stderr).not.toContain('stage');
  });

  it('a folder that is none, or has no stages, is refused with what to do', async () => {
    const none = await check('./nowhere');
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/nowhere/);
    expect(none.stderr).not.toMatch(/^ +at /m);
    const stageless = folder.add('stageless', { 'index.js': pluginOf('stageless', { send: '', fetch: '' }) });
    const { code, stderr } = await check(stageless);
    expect(code).toBe(1);
    expect(stderr).toContain('stageless has no stages: name the file in "tracker"."stages" of package.json');
  });
});
