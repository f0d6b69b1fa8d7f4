import { Setting } from '../../common/settings/setting';
import { packageUrls } from './package-urls';
import { dateOf, type Fields, fieldsOf, isFields, linkOf, textOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { type Release, uniqueReleases } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

/** Labels of links to release notes: https://packaging.python.org/en/latest/specifications/well-known-project-urls/ */
const NOTES_LABELS = ['releasenotes', 'changelog', 'changes', 'whatsnew', 'history'];

export class PypiSettings {
  @Setting({
    title: 'Package',
    description: 'The name of the project, as pip installs it.',
    maxLength: 128,
    pattern: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    examples: ['django'],
  })
  package!: string;

  @RegistryServer('a Python package index with a JSON API', 'PYPI_URL')
  server?: string;
}

/**
 * All releases of a Python project, by "JSON API" of the package index: `GET /pypi/{project}/json`. The JSON form of the
 * simple API (https://peps.python.org/pep-0700/) has the same times by file, not by version. A release is withdrawn when all of its
 * files are yanked (https://peps.python.org/pep-0592/), and skipped when it has none.
 */
export class PypiSource extends RegistrySource<PypiSettings> {
  readonly type = 'pypi';
  readonly title = 'Python packages (PyPI)';
  readonly settingsClass = PypiSettings;
  readonly listsEverything = true;
  override readonly scheme = 'pep440';
  protected readonly registry = 'pypiUrl';
  protected readonly purls = (settings: PypiSettings) => packageUrls('pypi', settings.package);

  async fetch(settings: PypiSettings, web: SourceWeb): Promise<Release[]> {
    const url = this.url(settings, 'pypi', settings.package, 'json');
    const project = fieldsOf(await web.json(url));
    const releases = Object.entries(fieldsOf(project.releases, 'The list of releases'));
    const notesUrl = isFields(project.info) ? notesUrlOf(project.info) : null;
    return uniqueReleases(releases, ([version, files]) => toRelease(version, files, notesUrl));
  }
}

/** Files of a version that are read; few have a hundred. */
const MAX_FILES = 1_000;

function toRelease(key: string, value: unknown, notesUrl: string | null): Release[] {
  const version = textOf(key);
  const files = Array.isArray(value) ? value.slice(0, MAX_FILES).filter(isFields) : [];
  if (version === null || files.length === 0) return [];
  const uploaded = files.flatMap((file) => uploadedAt(file) ?? []).sort();
  const withdrawn = files.every((file) => file.yanked === true);
  const release = { version, releasedAt: uploaded[0] ?? null, prerelease: null, notesUrl };
  return [withdrawn ? { ...release, withdrawn } : release];
}

/** The older of the two fields has no offset and means UTC. */
function uploadedAt({ upload_time_iso_8601: exact, upload_time: plain }: Fields): string | null {
  return dateOf(exact) ?? dateOf(`${textOf(plain)}Z`);
}

function notesUrlOf(info: Fields): string | null {
  if (!isFields(info.project_urls)) return null;
  const links = new Map(
    Object.entries(info.project_urls).map(([label, url]) => [label.replace(/[^A-Za-z]/g, '').toLowerCase(), url]),
  );
  const label = NOTES_LABELS.find((one) => linkOf(links.get(one)) !== null);
  return label ? linkOf(links.get(label)) : null;
}
