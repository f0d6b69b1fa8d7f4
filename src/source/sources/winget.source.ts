import { Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { GITHUB, githubHeaders, GithubServer, GithubToken } from './forge-token';
import { type Fields, fieldsOf, objectsOf, textOf } from '../../common/fetch/read';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

const REPOSITORY = ['repos', 'microsoft', 'winget-pkgs'];

const SHA = /^[0-9a-f]{40,64}$/;

/** A folder of the repository. */
interface Tree {
  sha: string;
  entries: Fields[];
}

export class WingetSettings {
  @Setting({
    title: 'Package',
    description: 'The PackageIdentifier, in the case in which the repository writes it.',
    maxLength: 128,
    pattern: /^[^\s.\\/:*?"<>|]{1,32}(\.[^\s.\\/:*?"<>|]{1,32}){1,7}$/,
    examples: ['Mozilla.Thunderbird'],
  })
  package!: string;

  @GithubToken('')
  token?: string;

  @GithubServer()
  server?: string;
}

/**
 * The versions of a package in the community repository of winget, by the names of its folders: `manifests/m/Mozilla/Thunderbird/140.5.0`
 * (https://github.com/microsoft/winget-pkgs, https://docs.github.com/en/rest/git/trees). The contents API would list the first 1,000
 * folders only, and some packages have more. A version that is missing was tidied up, not recalled.
 */
export class WingetSource extends AddressedSource<WingetSettings> {
  readonly type = 'winget';
  readonly title = 'winget packages';
  readonly settingsClass = WingetSettings;
  readonly listsEverything = false;

  async fetch(settings: WingetSettings, web: SourceWeb): Promise<Release[]> {
    const tree = (name: string, isBelow = false) => this.tree(settings, web, name, isBelow);
    const { sha, entries } = await tree(folderOf(settings.package));
    const names = entries.flatMap(({ type, path }) => (type === 'tree' ? (textOf(path) ?? []) : []));
    const packages = packagesAmong(names.some(isDoubtful) ? (await tree(`${sha}?recursive=1`, true)).entries : []);
    const versions = names.filter((name) => isVersion(name) || (isDoubtful(name) && !packages.has(name)));
    if (versions.length === 0) throw new SourceError('The repository has no version of this package', null, 404);
    return uniqueReleases(versions, (version) => oneRelease(version));
  }

  private async tree(settings: WingetSettings, web: SourceWeb, name: string, changesWithFirst: boolean): Promise<Tree> {
    const url = `${under(settings.server ?? GITHUB, ...REPOSITORY, 'git', 'trees')}/${name}`;
    const headers = githubHeaders(settings, this.config);
    const accept = 'application/vnd.github+json';
    const { sha, tree } = fieldsOf(await web.json(url, { accept, headers, changesWithFirst }));
    if (!SHA.test(textOf(sha) ?? '')) throw new SourceError('The response is not a tree', null, 'format');
    return { sha: textOf(sha)!, entries: objectsOf(tree, 'The list of folders') };
  }
}

/** A tree can be named by its path, as in git: `HEAD:manifests/m/Mozilla/Thunderbird`. */
function folderOf(identifier: string): string {
  const [first = ''] = identifier;
  return encodeURIComponent(['HEAD:manifests', first.toLowerCase(), ...identifier.split('.')].join('/'));
}

/**
 * Beside versions there are folders of further packages: `Mozilla.Thunderbird.de` is in `de`. Each part of an identifier is a folder of its
 * own, so that a name with a dot is a version.
 */
const isVersion = (name: string) => name.includes('.');

/** `OpenJS.NodeJS.22` is in `22`, but `690` and `2020-05-01` are versions: what is in them decides. A name without digits is no version. */
const isDoubtful = (name: string) => !isVersion(name) && /\d/.test(name);

/** The folders that hold no manifest themselves, by all paths below. A long answer lacks the last of them, whose names have letters. */
function packagesAmong(entries: Fields[]): Set<string> {
  const paths = entries.flatMap(({ path }) => textOf(path) ?? []);
  const found = new Set(paths.flatMap((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : [])));
  for (const path of paths) {
    const [, version] = /^([^/]+)\/[^/]+\.ya?ml$/i.exec(path) ?? [];
    if (version) found.delete(version);
  }
  return found;
}
