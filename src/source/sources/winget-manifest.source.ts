import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { TimeSlice } from 'small-parts';
import { Setting, UrlSetting } from '../../common/settings/setting';
import { AddressedSource } from './addressed-source';
import { parsePlainYaml } from './plain-yaml';
import { dateOf, type Fields, isFields, linkOf, textOf } from '../../common/fetch/read';
import { notesOf, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** Bytes of the decompressed archive, which is read in memory. */
const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
/** Manifests of one package: a thousand versions in ten languages. */
const MAX_MANIFESTS = 10_000;
/** Bytes of one manifest; real ones have a few thousand. */
const MAX_MANIFEST = 256 * 1024;
const MAX_PATH = 512;

const unpack = promisify(gunzip);

export class WingetManifestSettings {
  @UrlSetting(
    'Archive',
    'The address of a .tar.gz with winget manifests of one package or many, of up to 32 MB, and 128 MB decompressed.',
    'https://packages.example.com/winget/manifests.tar.gz',
  )
  url!: string;

  @Setting({
    title: 'Package',
    description: 'The PackageIdentifier in the manifests.',
    maxLength: 128,
    pattern: /^[^\s.\\/:*?"<>|]{1,32}(\.[^\s.\\/:*?"<>|]{1,32}){1,7}$/,
    examples: ['Microsoft.PowerToys'],
  })
  package!: string;
}

/**
 * The versions of a package in an archive of winget manifests. The installer manifest has the release date, that of the default locale
 * the address of the release notes: https://learn.microsoft.com/en-us/windows/package-manager/package/manifest
 */
export class WingetManifestSource extends AddressedSource<WingetManifestSettings> {
  readonly type = 'winget-manifest';
  readonly title = 'winget manifests';
  readonly settingsClass = WingetManifestSettings;
  readonly listsEverything = true;
  override readonly hasNotes = true;

  async fetch(settings: WingetManifestSettings, web: SourceWeb): Promise<Release[]> {
    const packed = await web.bytes(settings.url, { accept: 'application/gzip, application/octet-stream, */*' });
    const releases = new Map<string, Release>();
    for await (const manifest of manifestsOf(packed, settings.package)) merge(releases, manifest);
    if (releases.size === 0) throw new SourceError('The archive has no manifest of this package', null, 404);
    return uniqueReleases(releases.values(), (release) => [release]);
  }
}

async function* manifestsOf(packed: Buffer, identifier: string): AsyncGenerator<Fields> {
  const wanted = identifier.toLowerCase();
  let count = 0;
  const slice = new TimeSlice();
  for await (const text of textsOf(await unpacked(packed))) {
    if (slice.isOver) await slice.next();
    if (!text.toLowerCase().includes(wanted)) continue;
    if (++count > MAX_MANIFESTS) throw new SourceError('The archive has too many manifests', null, 'size');
    const manifest = manifestOf(text);
    if (textOf(manifest?.PackageIdentifier)?.toLowerCase() === wanted) yield manifest!;
  }
}

async function unpacked(packed: Buffer): Promise<Buffer> {
  try {
    return await unpack(packed, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    const tooLong = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new SourceError(
      tooLong ? 'The archive is too large' : 'The response is not a .tar.gz archive',
      null,
      'format',
    );
  }
}

/** The texts of files that may be manifests. */
async function* textsOf(archive: Buffer): AsyncGenerator<string> {
  const entries = extract();
  entries.end(archive);
  let count = 0;
  const slice = new TimeSlice();
  try {
    for await (const entry of entries) {
      if (slice.isOver) await slice.next();
      if (++count > MAX_ENTRIES) throw new SourceError('The archive has too many entries', null, 'size');
      const chunks: Buffer[] = [];
      const wanted = mayBeManifest(entry.header);
      for await (const chunk of entry) if (wanted) chunks.push(chunk as Buffer);
      if (wanted) yield Buffer.concat(chunks).toString('utf8');
    }
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError('The archive is corrupt', null, 'format');
  }
}

function mayBeManifest({ type, name, size }: Header): boolean {
  return type === 'file' && name.length <= MAX_PATH && /\.ya?ml$/i.test(name) && (size ?? 0) <= MAX_MANIFEST;
}

/** Null for one that cannot be parsed: others may still be. */
function manifestOf(text: string): Fields | null {
  try {
    const manifest = parsePlainYaml(text);
    return isFields(manifest) ? manifest : null;
  } catch {
    return null;
  }
}

function merge(releases: Map<string, Release>, manifest: Fields): void {
  const version = textOf(manifest.PackageVersion);
  if (version === null) return;
  const known = releases.get(version) ?? { version, releasedAt: null, prerelease: null, notesUrl: null };
  releases.set(version, completed(known, manifest));
}

/** Adds what one more manifest says of a version, in any order. */
export function completed(known: Release, manifest: Fields): Release {
  const notesUrl = linkOf(manifest.ReleaseNotesUrl);
  const notes = notesOf(manifest.ReleaseNotes, 'text');
  const isTranslation = manifest.ManifestType === 'locale';
  return {
    ...known,
    releasedAt: known.releasedAt ?? releasedAtOf(manifest),
    notesUrl: (isTranslation ? known.notesUrl : notesUrl) ?? notesUrl ?? known.notesUrl,
    ...((known.notes ?? notes) && { notes: (isTranslation ? known.notes : notes) ?? notes ?? known.notes }),
  };
}

/** The date of the package, or of its first installer. */
function releasedAtOf({ ReleaseDate, Installers }: Fields): string | null {
  const installers = Array.isArray(Installers) ? Installers.filter(isFields) : [];
  const dates = installers.flatMap((installer) => dateOf(installer.ReleaseDate) ?? []).sort();
  return dateOf(ReleaseDate) ?? dates[0] ?? null;
}
