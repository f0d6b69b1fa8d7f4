import type { Found } from '../base/component';
import { imageFound, isCertainImage } from '../base/image';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/**
 * What `docker ps` prints, as a table, with `--format json` or with `--format '{{.Image}}'`; `docker compose ps`, `docker images`, `podman ps
 * --format json` and `docker inspect` as well.
 */
export const dockerPs: InventoryReader = {
  format: 'docker-ps',
  isNeverEmpty: true,
  recognizes: (file) => (file.looksLikeJson ? objectsOf(file).some(imageOf) : isTable(file) || isImages(file)),
  *read(file) {
    if (file.looksLikeJson) yield* objectsOf(file).map((one, at) => imageFound(imageOf(one), placeOf(one, at)));
    else if (isTable(file)) yield* tableFound(file);
    else for (const [at, line] of file.lines.entries()) if (line.trim()) yield imageFound(line, `line ${at + 1}`);
  },
};

const isTable = ({ text }: InventoryFile) =>
  /^(CONTAINER ID|NAME|REPOSITORY) [A-Z /]*(IMAGE|TAG)/.test(text.slice(0, 1_000));

const isImages = ({ lines }: InventoryFile) => {
  const images = lines.map((line) => line.trim()).filter(Boolean);
  return images.every((line) => /^[\w./:@-]+$/.test(line) && !line.startsWith('pkg:')) && images.some(isCertainImage);
};

/** One document, or one a line. */
function objectsOf(file: InventoryFile): unknown[] {
  const first = file.text.trimStart().split('\n', 1)[0]!.trimEnd();
  if (!first.startsWith('{') || !first.endsWith('}')) return listOf(file.json);
  return file.lines.filter((line) => line.trim() !== '').map(jsonOf);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

function imageOf(one: unknown): string | null {
  const repository = textOf(field(one, 'Repository'));
  const tag = textOf(field(one, 'Tag'));
  if (repository !== null && tag !== null) return `${repository}:${tag}`;
  const isContainer = ['Names', 'Name', 'State', 'Status'].some((key) => field(one, key) !== undefined);
  if (!isContainer) return null;
  return textOf(field(field(one, 'Config'), 'Image')) ?? textOf(field(one, 'ImageName')) ?? textOf(field(one, 'Image'));
}

function placeOf(one: unknown, at: number): string {
  const names = field(one, 'Names') ?? field(one, 'Name');
  return textOf(Array.isArray(names) ? names[0] : names) ?? `[${at}]`;
}

/** Columns begin where the words of the first line do. */
function* tableFound({ lines }: InventoryFile): Generator<Found> {
  const header = lines[0]!;
  const image = header.indexOf(header.startsWith('REPOSITORY') ? 'REPOSITORY' : 'IMAGE');
  const tag = header.startsWith('REPOSITORY') ? header.indexOf('TAG') : -1;
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '') continue;
    const name = /^\S+/.exec(line.slice(image))?.[0];
    const label = tag < 0 ? undefined : /^\S+/.exec(line.slice(tag))?.[0];
    yield imageFound(label === undefined ? name : `${name}:${label}`, `line ${at + 1}`);
  }
}
