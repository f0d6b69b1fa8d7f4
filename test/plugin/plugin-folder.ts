import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const KIT = join(ROOT, 'packages', 'plugin-kit');

/** A folder of packages, outside of the service's. */
export class PluginFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'plugins-'));

  /** @param files by their paths in the package @returns what `PLUGINS` names */
  add(name: string, files: Record<string, string>, manifest: Record<string, unknown> = {}): string {
    const folder = join(this.path, name);
    const described = { name, version: '1.0.0', homepage: 'https://example.com/', tracker: { kit: '^1' }, ...manifest };
    for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(described) })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return this.withKit(folder);
  }

  /** One of `examples`, compiled, in a folder called `as`. @returns what `PLUGINS` names */
  addExample(name: string, as = name): string {
    const from = join(ROOT, 'examples', name);
    const folder = join(this.path, as);
    cpSync(join(from, 'package.json'), join(folder, 'package.json'), { recursive: true });
    for (const file of ['src/index', 'test/stages']) {
      const { outputText } = ts.transpileModule(readFileSync(join(from, `${file}.ts`), 'utf8'), {
        compilerOptions: {
          module: ts.ModuleKind.CommonJS,
          target: ts.ScriptTarget.ES2022,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
      });
      mkdirSync(dirname(join(folder, 'dist', file)), { recursive: true });
      writeFileSync(join(folder, 'dist', `${file}.js`), outputText);
    }
    return this.withKit(folder);
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }

  private withKit(folder: string): string {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(KIT, join(folder, 'node_modules', 'tracker-plugin-kit'), 'junction');
    return `./${relative(ROOT, folder)}`;
  }
}

/** A package with a channel and a source that have no settings but a word. @param send, fetch bodies of functions of `word`, and `web` */
export function pluginOf(type: string, { send, fetch, before = '' }: { send: string; fetch: string; before?: string }) {
  return `
const kit = require('tracker-plugin-kit');
${before}
class Settings {}
kit.Setting({ title: 'Word', description: 'What happens.', format: 'text', maxLength: 60, examples: ['ok'] })(Settings.prototype, 'word');
class Channel extends kit.Channel {
  type = '${type}'; title = 'A ${type}'; category = 'other'; description = 'For tests.'; settingsClass = Settings;
  retryProfile = 'http'; interval = 0;
  async send({ settings: { word } }) { ${send} }
}
class Source extends kit.Source {
  type = '${type}'; title = 'A ${type}'; settingsClass = Settings; listsEverything = true;
  async fetch({ word }, web) { ${fetch} }
}
kit.NotificationChannel()(Channel);
kit.ReleaseSource()(Source);
class Main {}
kit.Module({ providers: [Channel, Source] })(Main);
exports.Main = Main;
`;
}
