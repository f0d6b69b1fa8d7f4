// Builds packages/plugin-kit: what plug-ins use of the service, and its contract tests, joined with the packages that they need, so that a plug-in
// has to install nothing else; and the types, as far as they are reached.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import ts from 'typescript';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const KIT = join(ROOT, 'packages', 'plugin-kit');
const OUT = join(KIT, 'dist');

/** For mail, which plug-ins do not send. Nothing is left of them. */
const UNUSED = /node_modules[\\/](mailparser|smtp-server)[\\/]/;
/** Libraries of the service, which a plug-in does not have, by their names. */
const LIBRARIES = new Map(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces.map((folder) => [basename(folder), folder]),
);
/** Optional packages of others, which find out by themselves that they are not there. */
const ABSENT = /Could not resolve '@nestjs\/(microservices|websockets)\b/;
/** For a server, which a plug-in is not. */
const external = [/^@nestjs\/platform-/];

/** The service's own API is described in some files that the kit has a word of. */
const undescribed = {
  name: 'undescribed',
  resolveId: (id) => (id === '@nestjs/swagger' ? `\0${id}` : null),
  load: (id) => (id === '\0@nestjs/swagger' ? 'export const ApiProperty = () => () => undefined;' : null),
};

function refuseMissing(level, log, show) {
  if (log.code !== 'UNRESOLVED_IMPORT') show(level, log);
  else if (!ABSENT.test(log.message)) throw new Error(log.message);
}

async function bundleKit() {
  const bundle = await rolldown({
    input: { index: join(KIT, 'src', 'index.ts'), testing: join(KIT, 'src', 'testing.ts') },
    cwd: ROOT,
    platform: 'node',
    tsconfig: join(ROOT, 'tsconfig.json'),
    external,
    plugins: [undescribed],
    treeshake: { moduleSideEffects: (id) => !UNUSED.test(id) },
    transform: {
      inject: {
        expect: [join(KIT, 'src', 'jest-globals.ts'), 'expect'],
        jest: [join(KIT, 'src', 'jest-globals.ts'), 'jest'],
      },
    },
    onLog: refuseMissing,
  });
  const { output } = await bundle.write({
    dir: OUT,
    format: 'cjs',
    minify: true,
    keepNames: true,
    chunkFileNames: 'kit-[name].js',
  });
  return output.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
}

/** The notices that the licences of joined packages ask for. */
function writeLicences(modules) {
  const folders = new Set(
    modules.flatMap(
      (id) => /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ''))?.[1] ?? [],
    ),
  );
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'It has no file with its licence.'}\n`;
  });
  writeFileSync(join(OUT, 'licences.txt'), notices.join(`\n${'-'.repeat(72)}\n\n`));
}

function writeTypes() {
  const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', KIT], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  const types = join(OUT, 'types');
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const from = relative(dirname(file), types).replaceAll('\\', '/');
    const text = readFileSync(file, 'utf8').replace(/(?<=\b(?:from |import\()')[\w-]+(?=')/g, (name) =>
      LIBRARIES.has(name) ? `${from}/${LIBRARIES.get(name)}/src/index` : name,
    );
    writeFileSync(file, text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const base = resolve(dirname(file), fileName);
      const found = [`${base}.d.ts`, join(base, 'index.d.ts')].find((one) => existsSync(one));
      if (fileName.startsWith('.') && found) visit(found);
    }
  };
  for (const entry of ['index', 'testing']) visit(join(types, 'packages', 'plugin-kit', 'src', `${entry}.d.ts`));
  for (const name of readdirSync(types, { recursive: true }))
    if (name.endsWith('.d.ts') && !reached.has(join(types, name))) rmSync(join(types, name));
  for (const name of readdirSync(types, { recursive: true }).sort().reverse())
    if (statSync(join(types, name)).isDirectory() && readdirSync(join(types, name)).length === 0)
      rmSync(join(types, name), { recursive: true });
  for (const file of reached) {
    const text = readFileSync(file, 'utf8');
    // Of packages that a plug-in does not have: what runs when it is loaded, and a word in a description of the API.
    const own = text
      .replace(/^import '[^.'][^']*';$/gm, '')
      .replace(/^import \{[^{}]*\} from '@nestjs\/swagger';$/m, 'type ApiPropertyOptions = object;')
      .replace(/^import type \{[^{}]*\} from 'commander';$/m, 'type Command = object;');
    writeFileSync(file, own);
  }
}

rmSync(OUT, { recursive: true, force: true });
writeLicences(await bundleKit());
writeTypes();
