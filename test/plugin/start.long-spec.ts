import { createStage, type Stage, start } from '../setup/process';
import { pluginOf, PluginFolder } from './plugin-folder';

const GOOD = { send: "return { kind: 'ok' };", fetch: 'return [];' };

describe('a start with a plug-in that cannot be used', () => {
  const folder = new PluginFolder();
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage({ LOG_LEVEL: 'warn' });
  });

  afterAll(async () => {
    await stage.drop();
    folder.remove();
  });

  const add = (name: string, type: string, before = '', manifest = {}) =>
    folder.add(name, { 'index.js': pluginOf(type, { ...GOOD, before }) }, manifest);

  it.each<[string, () => string[], string, RegExp]>([
    [
      'its type is one of the service',
      () => [add('takes-webhook', 'webhook')],
      'takes-webhook',
      /brings the notification channel webhook, which the service itself has already\. Take one of them out of PLUGINS/,
    ],
    [
      'its type is one of another plug-in',
      () => [add('the-first', 'same'), add('the-second', 'same')],
      'the-second',
      /brings the notification channel same, which the plug-in the-first has already\. Take one of them out/,
    ],
    [
      'it throws while it is loaded',
      () => [add('throws-early', 'early', "throw new Error('not today');")],
      'throws-early 1.0.0',
      /cannot be loaded\. Mend it, install another version, or take it out of PLUGINS\.\nError: not today/,
    ],
    [
      'it throws what is no error',
      () => [add('throws-null', 'early', 'throw null;')],
      'throws-null 1.0.0',
      /cannot be loaded\. Mend it, install another version, or take it out of PLUGINS\.\nnull$/,
    ],
    [
      'it throws in a timer while it is loaded',
      () => [
        folder.add(
          'throws-in-timer',
          {
            'index.mjs':
              "setTimeout(() => { throw new Error('soon'); }, 10); await new Promise((end) => setTimeout(end, 20_000));",
          },
          { main: 'index.mjs' },
        ),
      ],
      'throws-in-timer 1.0.0',
      /cannot be loaded\. .*\nError: soon/,
    ],
    [
      'it is written for another kit',
      () => [add('for-tomorrow', 'tomorrow', "throw new Error('was loaded');", { tracker: { kit: '^2' } })],
      'for-tomorrow',
      /it is written for the kit \^2, and this service has 1\.0\.0: use a version of the service that has it/,
    ],
    ['its folder is missing', () => ['./nowhere/at-all'], './nowhere/at-all', /is not there: .* has no package\.json/],
    [
      'it is not installed',
      () => ['@nobody/nothing'],
      '@nobody/nothing',
      /is not installed\. Install it in .*plugins \(docs\/plug-ins\.md\), or take it out of PLUGINS/,
    ],
    [
      'no class of it is marked',
      () => [
        folder.add('unmarked', {
          'index.js':
            "const { Module } = require('tracker-plugin-kit'); class Main {} Module({ providers: [] })(Main); exports.Main = Main;",
        }),
      ],
      'unmarked 1.0.0',
      /Its module has no provider that is marked with @NotificationChannel\(\) or @ReleaseSource\(\)/,
    ],
    [
      'it exports no module',
      () => [folder.add('no-module', { 'index.js': 'exports.nothing = 1;' })],
      'no-module 1.0.0',
      /It must export one class with @Module\(\), and exports 0/,
    ],
    [
      'its file is missing',
      () => [folder.add('no-file', {}, { main: 'dist/index.js' })],
      'no-file 1.0.0',
      /cannot be loaded\. .*\nError: Cannot find module/,
    ],
  ])('ends: %s', async (_, make, name, says) => {
    const plugins = make();
    const ended = await start('main', [], { ...stage.env, PLUGINS: plugins.join(',') }).finished;
    expect(ended.code).toBe(1);
    const first = ended.stderr.split('\n')[0];
    expect(first).toMatch(/^The plug-in /);
    expect(first).toContain(name);
    expect(first).toMatch(/PLUGINS/);
    expect(ended.stderr.trim()).toMatch(says);
    expect(ended.stdout).not.toContain('"ready"');
  });
});
