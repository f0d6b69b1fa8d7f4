import type { Found } from '../base/component';
import { imageFound, isCertainImage } from '../base/image';
import { type ImageFacts, labelsIn, NOTHING_SAID } from '../base/image-version';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { field, listOf, textOf } from '../base/values';

/** Characters of a container as JSON: `docker inspect` needs some thousands. */
const LONGEST_LINE = 1_000_000;

/**
 * Output of `docker ps`, as a table, with `--format json` or with `--format '{{.Image}}'`, and of the same commands of Podman and nerdctl; of
 * `docker compose ps` and `images`, `docker image ls`, `docker service ls`, and of `inspect` for containers, images and services. The last ones
 * have labels and variables, which tell the version of a tag that moves.
 */
export const dockerPs: InventoryReader = {
  format: 'docker-ps',
  isNeverEmpty: true,
  recognizes: (file) => (file.looksLikeJson ? hasImage(file) : isTable(file) || isImages(file)),
  *read(file) {
    if (file.looksLikeJson) yield* objectsFound([...objectsOf(file)]);
    else if (isTable(file)) yield* tableFound(file);
    else for (const { text, where } of file.written()) yield imageFound(text, where);
  },
};

const HEADER = /^(?=.*\b(?:IMAGE|REPOSITORY)\b)(?:CONTAINER|NAME|REPOSITORY|ID|IMAGE)\b[A-Z /]*$/;

/** The first line, or the second: above it, `docker image ls` explains its signs. @returns -1 = it is no table */
const headerOf = ({ lines }: InventoryFile) =>
  lines.slice(0, 2).findIndex((line) => HEADER.test(line.slice(0, 1_000).trimEnd()));

const isTable = (file: InventoryFile) => headerOf(file) >= 0;

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

/** Containers whose images are there too have the digests of these, which count no more by themselves. */
function* objectsFound(all: unknown[]): Generator<Found> {
  const images = new Map(
    all.flatMap((one) => (isContainer(one) ? [] : [[textOf(field(one, 'Id')) ?? '', one] as const])),
  );
  const used = new Set(all.filter(isContainer).map((one) => textOf(field(one, 'Image')) ?? ''));
  for (const [at, one] of all.entries()) {
    if (isContainer(one)) {
      const image = images.get(textOf(field(one, 'Image')) ?? '');
      const facts = factsOf(one);
      yield imageFound(imageOf(one), placeOf(one, at), {
        ...facts,
        digest: facts.digest ?? digestOf(image, repositoryOf(one)),
      });
    } else if (!used.has(textOf(field(one, 'Id')) ?? ' '))
      yield imageFound(imageOf(one), placeOf(one, at), factsOf(one));
  }
}

const isContainer = (one: unknown) => ['Names', 'Name', 'State', 'Status'].some((key) => field(one, key) !== undefined);

/** Of a container, an image or a service. */
function imageOf(one: unknown): string | null {
  const repository = textOf(field(one, 'Repository'));
  const tag = textOf(field(one, 'Tag'));
  if (repository !== null && tag !== null) return withTag(repository, tag, textOf(field(one, 'Digest')));
  const service = textOf(field(containerSpecOf(one), 'Image'));
  if (service !== null) return service;
  if (isContainer(one))
    return (
      textOf(field(field(one, 'Config'), 'Image')) ?? textOf(field(one, 'ImageName')) ?? textOf(field(one, 'Image'))
    );
  const [named] = [...listOf(field(one, 'RepoTags')), ...listOf(field(one, 'RepoDigests'))];
  return textOf(named);
}

const containerSpecOf = (one: unknown) => field(field(field(one, 'Spec'), 'TaskTemplate'), 'ContainerSpec');

/** Without a tag an image has its digest. */
function withTag(repository: string, tag: string, digest: string | null): string {
  if (tag !== '<none>') return `${repository}:${tag}`;
  return digest === null || digest === '<none>' ? `${repository}:${tag}` : `${repository}@${digest}`;
}

function placeOf(one: unknown, at: number): string {
  const names = field(one, 'Names') ?? field(one, 'Name') ?? field(field(one, 'Spec'), 'Name');
  return textOf(Array.isArray(names) ? names[0] : names) ?? `[${at}]`;
}

/** Of `inspect` as an object, of `ps` as a text. */
function factsOf(one: unknown): ImageFacts {
  const config = field(one, 'Config');
  const labels = field(config, 'Labels') ?? field(one, 'Labels') ?? field(field(one, 'Spec'), 'Labels');
  const variables = listOf(field(config, 'Env')).flatMap((written) => {
    const [, name, value] = /^([A-Z][A-Z\d_]{0,60}_VERSION)=(.{1,200})$/.exec(textOf(written) ?? '') ?? [];
    return name === undefined ? [] : [[name, value!] as const];
  });
  return { labels: labelsIn(labels), variables: new Map(variables), digest: digestOf(one) };
}

/** Without the tag and the digest. */
function repositoryOf(one: unknown): string | undefined {
  const name = imageOf(one)?.split('@', 1)[0];
  return name?.includes(':', name.lastIndexOf('/') + 1) ? name.slice(0, name.lastIndexOf(':')) : name;
}

/** Of `docker image ls --digests`, `podman inspect`, and `inspect` for an image, which may have one in each of several repositories. */
function digestOf(one: unknown, repository = repositoryOf(one)): string | null {
  const ofRepository = listOf(field(one, 'RepoDigests')).find((text) => textOf(text)?.startsWith(`${repository}@`));
  return textOf(field(one, 'ImageDigest')) ?? textOf(field(one, 'Digest')) ?? textOf(ofRepository);
}

/** Columns begin where the words of the first line do. */
function* tableFound(file: InventoryFile): Generator<Found> {
  const { lines } = file;
  const top = headerOf(file);
  const header = lines[top]!;
  const columnOf = (name: string) => header.search(new RegExp(`(?:^|\\s)${name}(?:\\s|$)`));
  // Behind it `IMAGE ID` may follow.
  const image = Math.max(columnOf('REPOSITORY') >= 0 ? columnOf('REPOSITORY') : columnOf('IMAGE'), 0);
  const [tag, digest] = [columnOf('TAG'), columnOf('DIGEST')];
  const wordAt = (line: string, at: number) => (at < 0 ? null : (/^\s?(\S+)/.exec(line.slice(at))?.[1] ?? null));
  for (const [at, line] of lines.entries()) {
    if (at <= top || line.trim() === '') continue;
    const name = wordAt(line, image);
    const label = wordAt(line, tag);
    yield imageFound(
      label === null || name === null ? name : withTag(name, label, wordAt(line, digest)),
      `line ${at + 1}`,
      { ...NOTHING_SAID, digest: wordAt(line, digest) },
    );
  }
}
