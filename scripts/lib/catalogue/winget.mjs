import { dirname } from 'node:path';
import { orderingFor } from 'version-order';
import { readRecord, RecordError } from '../../../dist/source/catalogue/record.js';
import { completed } from '../../../dist/source/sources/winget-manifest.source.js';
import { ManifestError, readManifest } from './winget-manifest.mjs';

/** In https://github.com/microsoft/winget-pkgs */
export const WINGET_FILES = { folder: 'manifests', ending: '.yaml', maxBytes: 1024 * 1024 };

/** UTF-16 units in memory for the packages in one publisher's folder; the largest real one needs a hundredth. */
const MAX_GROUP_SIZE = 64 * 1024 * 1024;
/** Of a version, beside its texts. */
const BASE_SIZE = 200;

/**
 * One record for each package in a tree of winget manifests: all versions, and the facts from the default locale of the highest version.
 *
 * The manifests of a package may be interleaved with those of others (`Foo/Bar/1.0`, `Foo/Bar/Beta/2.0`, `Foo/Bar/v3`), but not with
 * other publishers' folders: so all packages of a publisher's folder are collected at a time.
 */
export async function* wingetReadings(files) {
  const ended = new Set();
  let group = null;
  for await (const file of files) {
    try {
      const manifest = readManifest(file);
      const key = folderOf(file.path, manifest.identifier);
      if (ended.has(key)) throw new ManifestError('comes after its folder ended: sort the archive by path');
      if (group !== null && group.key !== key) {
        ended.add(group.key);
        yield* group.readings();
        group = null;
      }
      group ??= new Group(key);
      group.add(manifest, file.path);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      yield { at: error.line === null ? file.path : `${file.path}:${error.line}`, error };
    }
  }
  if (group) yield* group.readings();
}

/** The publisher's folder, named like the first part of the identifier; else the folder of the file. */
function folderOf(path, identifier) {
  const first = identifier.split('.')[0].toLowerCase();
  const parts = path.split('/').slice(0, -1);
  const index = parts.findIndex((part) => part.toLowerCase() === first);
  return index < 0 ? dirname(path) : parts.slice(0, index + 1).join('/');
}

class Group {
  /** By their identifiers: the place of the first manifest, the releases by version, and the facts of the highest version that has any. */
  #packages = new Map();
  #size = 0;

  constructor(key) {
    this.key = key;
  }

  add(manifest, path) {
    const { identifier, version, facts } = manifest;
    const known = this.#packages.get(identifier) ?? { path, versions: new Map(), facts: null, factsVersion: '' };
    const before = known.versions.get(version);
    const release = completed(
      before ?? { version, releasedAt: null, prerelease: null, notesUrl: null },
      manifest.fields,
    );
    const replaces = facts !== null && (known.facts === null || !isHigher(known.factsVersion, version));
    this.#grow(sizeOf(release) - sizeOf(before) + (replaces ? sizeOf(facts) - sizeOf(known.facts) : 0));
    this.#packages.set(identifier, known);
    known.versions.set(version, release);
    if (!replaces) return;
    known.facts = facts;
    known.factsVersion = version;
  }

  *readings() {
    for (const [identifier, { path, versions, facts }] of this.#packages) {
      try {
        if (!facts) throw new RecordError(`no manifest names ${identifier} in its default locale`);
        yield { at: path, record: readRecord(recordOf(identifier, facts, versions.values())) };
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        yield { at: path, error };
      }
    }
  }

  #grow(size) {
    if (this.#size + size > MAX_GROUP_SIZE) throw new ManifestError('its folder is too large');
    this.#size += size;
  }
}

const sizeOf = (value) => (value ? BASE_SIZE + JSON.stringify(value).length : 0);

/** Whether the first of two versions is higher; of equal ones, the later text. */
function isHigher(one, other) {
  const [first, second] = [one, other].map((label) => orderingFor({ scheme: 'generic' }).read(label).key);
  return first === second ? one > other : first > second;
}

const recordOf = (identifier, facts, releases) => ({
  identity: { kind: 'winget', id: identifier },
  ...facts,
  versions: [...releases].map(({ version, releasedAt, notesUrl }) => ({
    version,
    released_at: releasedAt,
    notes_url: notesUrl,
  })),
});
