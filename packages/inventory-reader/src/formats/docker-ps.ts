import type { Found } from '../base/component';
import { imageFound, isCertainImage } from '../base/image';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/** Characters of a container as JSON: `docker inspect` needs some thousands. */
const LONGEST_LINE = 1_000_000;

/**
 * Output of `docker ps`, as a table, with `--format json` or with `--format '{{.Image}}'`; of `docker compose ps`, `docker images`, `podman ps
 * --format json` and `docker inspect` as well.
 */
export const dockerPs: InventoryReader = {
  format: 'docker-ps',
  isNeverEmpty: true,
  recognizes: (file) => (file.looksLikeJson ? hasImage(file) : isTable(file) || isImages(file)),
  *read(file) {
    let at = 0;
    if (file.looksLikeJson) for (const one of objectsOf(file)) yield imageFound(imageOf(one), placeOf(one, at++));
    else if (isTable(file)) yield* tableFound(file);
    else for (const { text, where } of file.written()) yield imageFound(text, where);
  },
};

const isTable = ({ text }: InventoryFile) =>
  /^(CONTAINER ID|NAME|REPOSITORY) [A-Z /]*(IMAGE|TAG)/.test(text.slice(0, 1_000));

function isImages(file: InventoryFile): boolean {
  let hasCertain = false;
  for (const { text } of file.written()) {
    if (!/^[\w./:@-]+$/.test(text) || text.startsWith('pkg:')) return false;
    hasCertain ||= isCertainImage(text);
  }
  return hasCertain;
}

function hasImage(file: InventoryFile): boolean {
  for (const one of objectsOf(file)) if (imageOf(one) !== null) return true;
  return false;
}

/** One document, or one a line. */
function* objectsOf(file: InventoryFile): Generator {
  const first = file.text.trimStart().split('\n', 1)[0]!.trimEnd();
  if (!first.startsWith('{') || !first.endsWith('}')) yield* listOf(file.json);
  else for (const { text } of file.written()) yield jsonOf(text);
}

function jsonOf(line: string): unknown {
  if (line.length > LONGEST_LINE) return null;
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
