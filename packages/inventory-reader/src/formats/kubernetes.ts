import { imageFound } from '../base/image';
import { NOTHING_SAID } from '../base/image-version';
import { InventoryError } from '../base/inventory-error';
import type { InventoryReader } from '../base/inventory-reader';
import { MAX_NODES } from '../base/limits';
import { field, isFields, listOf, textOf } from '../base/values';

const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'];

const isObject = (document: unknown) =>
  typeof field(document, 'apiVersion') === 'string' && typeof field(document, 'kind') === 'string';

/** Manifests, and output of `kubectl get … -o yaml|json`: the images of containers in all kinds. */
export const kubernetes: InventoryReader = {
  format: 'kubernetes',
  recognizes: (file) => file.mayHaveKey('apiVersion') && file.trees.some(isObject),
  *read(file) {
    const objects = file.trees.filter(isObject);
    if (objects.length === 0) throw new InventoryError('It has no Kubernetes object: nothing with apiVersion and kind');
    for (const object of objects) yield* imagesOf(object);
  },
};

interface Place {
  value: unknown;
  path: string;
  /** Of the pod that it is a part of, by the names of its containers. */
  digests?: ReadonlyMap<string, string>;
}

/** Aliases make one value of several places: each is looked at once. */
function* imagesOf(object: unknown) {
  const seen = new Set<object>();
  const rest: Place[] = [{ value: object, path: titleOf(object) }];
  for (let place = rest.pop(); place !== undefined; place = rest.pop()) {
    const { value, path } = place;
    const digests = field(value, 'kind') === 'Pod' ? digestsOf(value) : place.digests;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (seen.add(value).size > MAX_NODES) throw new InventoryError('It has too many parts');
    const children = Object.entries(value);
    for (const [key, child] of children) {
      if (CONTAINERS.includes(key)) yield* containersOf(listOf(child), path, digests);
      if (key === 'image' && isFields(child) && typeof child.reference === 'string')
        yield imageFound(child.reference, path);
    }
    for (const [key, child] of children.reverse())
      rest.push({
        ...{ value: child, digests },
        path: isObject(child) ? titleOf(child) : path.length < 200 ? `${path}.${key}` : path,
      });
  }
}

function* containersOf(containers: unknown[], path: string, digests?: ReadonlyMap<string, string>) {
  for (const container of containers) {
    const image = field(container, 'image');
    const name = textOf(field(container, 'name')) ?? '';
    if (typeof image === 'string' && image.trim() !== '')
      yield imageFound(image, `${path} ${name}`.trim(), { ...NOTHING_SAID, digest: digests?.get(name) });
  }
}

/** What runs in a pod. `imageID` is `repository@digest`, of some runtimes behind `docker-pullable://`; a digest alone is that of its configuration. */
function digestsOf(pod: unknown): Map<string, string> {
  const status = field(pod, 'status');
  const all = CONTAINERS.flatMap((kind) => listOf(field(status, `${kind.slice(0, -1)}Statuses`)));
  const known = all.map((one) => [textOf(field(one, 'name')) ?? '', textOf(field(one, 'imageID')) ?? ''] as const);
  return new Map(known.filter(([, image]) => image.includes('@')));
}

function titleOf(object: unknown): string {
  const metadata = field(object, 'metadata');
  const names = [field(metadata, 'namespace'), field(metadata, 'name')].filter((name) => typeof name === 'string');
  return [textOf(field(object, 'kind')), names.join('/')].filter(Boolean).join(' ');
}
