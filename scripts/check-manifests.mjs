// node scripts/check-manifests.mjs <file…>
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import ts from 'typescript';
import { readOptions, refuse } from './lib/options.mjs';

const USAGE = `node scripts/check-manifests.mjs [--patches] <file…>
Checks manifests, such as those that kubectl kustomize writes, against the types of the API of Kubernetes: unknown fields, missing ones, values
of another type. Ends with 1 when something is wrong.
  --patches           they change others: fields may be missing`;

const { values, positionals } = readOptions(USAGE, { patches: { type: 'boolean', default: false } }, true);
if (positionals.length === 0) refuse('Name the files');

const MODULES = {
  'v1 ConfigMap': 'core/v1',
  'v1 Service': 'core/v1',
  'v1 PersistentVolumeClaim': 'core/v1',
  'v1 ServiceAccount': 'core/v1',
  'apps/v1 Deployment': 'apps/v1',
  'batch/v1 CronJob': 'batch/v1',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'rbac/v1',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'rbac/v1',
  'policy/v1 PodDisruptionBudget': 'policy/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
  'networking.k8s.io/v1 NetworkPolicy': 'networking/v1',
};

/** The compiler knows the types: each manifest becomes a constant of its own, on lines that begin with the name of its file. */
const PATCH = 'type Patch<T> = T extends object ? { [K in keyof T]?: Patch<T[K]> } : T;';
const constants = [];
const faults = [];
for (const file of positionals) {
  for (const manifest of loadAll(readFileSync(file, 'utf8'))) {
    const id = `${manifest?.apiVersion} ${manifest?.kind}`;
    const module = MODULES[id];
    if (module === undefined) {
      faults.push(`${file}: ${id} is not known here: see MODULES`);
      continue;
    }
    const type = `import('kubernetes-types/${module}').${manifest.kind}`;
    const declared = values.patches ? `Patch<${type}>` : type;
    constants.push({ file, text: `export const c${constants.length}: ${declared} = ${JSON.stringify(manifest)};` });
  }
}

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'manifests.ts');
const source = ts.createSourceFile(
  path,
  [PATCH, ...constants.map(({ text }) => text)].join('\n'),
  ts.ScriptTarget.ES2022,
);
const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
const host = ts.createCompilerHost(options);
const onDisk = host.getSourceFile.bind(host);
host.getSourceFile = (name, ...rest) => (name === path ? source : onDisk(name, ...rest));
for (const { file, start, messageText } of ts.getPreEmitDiagnostics(ts.createProgram([path], options, host))) {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  const line = file === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line;
  // What stands there is named: a file of YAML has other lines than the constant.
  const near = file === undefined ? '' : ` at ${source.text.slice(start, start + 40).split(/[,{}]/, 1)[0]}`;
  faults.push(`${constants[line - 1]?.file ?? path}${near}: ${message}`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
