import { compilePattern, MAX_PATTERN, validateTagPattern } from 'version-order';
import { ServerSetting, Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError, under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { fieldsOf, textOf } from '../../common/fetch/read';
import type { Release } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb, WebResponse } from '../../common/fetch/source-web';

const SERVER = 'https://raw.githubusercontent.com/';
/** The version text in the manifest of a nightly build. */
const NIGHTLY = 'nightly';
/** Characters of a version in a manifest; longer ones are none. */
const MAX_LABEL = 1_000;

export class ScoopSettings {
  @Setting({
    title: 'Bucket',
    description: 'Owner and name of the repository of the bucket on GitHub.',
    maxLength: 140,
    pattern: /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
    examples: ['ScoopInstaller/Main'],
  })
  bucket!: string;

  @Setting({
    title: 'Manifest',
    description: 'The name of the app in the bucket, which is that of its manifest without .json.',
    maxLength: 100,
    pattern: /^[\w.+@-]{1,100}$/,
    examples: ['git'],
  })
  manifest!: string;

  @ServerSetting('The base address of raw files: <server>/<bucket>/HEAD/bucket/<manifest>.json.', SERVER)
  server?: string;

  @Setting({
    title: 'Pattern',
    description:
      "A regular expression (RE2) with one group that takes the version, where a manifest adds a revision of its own to that of the product. Without it, all of the manifest's version is.",
    maxLength: MAX_PATTERN,
    optional: true,
    examples: ['^([0-9.]+)'],
  })
  pattern?: string;
}

/**
 * The version in a manifest of a Scoop bucket: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests. It is read as a raw file,
 * which does not count towards the 60 requests an hour that the API of GitHub allows without a token.
 */
export class ScoopSource extends AddressedSource<ScoopSettings> {
  readonly type = 'scoop';
  readonly title = 'Scoop manifests';
  readonly settingsClass = ScoopSettings;
  readonly listsEverything = false;

  override prepare(settings: ScoopSettings): Prepared<ScoopSettings> {
    const problem = settings.pattern === undefined ? null : validateTagPattern(settings.pattern);
    if (problem) throw new SettingsError([{ field: 'pattern', message: problem }]);
    return super.prepare(settings);
  }

  async fetch(settings: ScoopSettings, web: SourceWeb): Promise<Release[]> {
    const { version: label } = fieldsOf(await web.parse(await manifestOf(settings, web)));
    const written = textOf(label);
    if (written === null) throw new SourceError('The manifest has no version', null, 'format');
    if (written === NIGHTLY) return [];
    const pattern = compilePattern(settings.pattern);
    const version = pattern === null ? written : pattern.group(written.slice(0, MAX_LABEL));
    if (version === null) throw new SourceError("The pattern does not match the manifest's version", null, 'nothing');
    return [{ version, releasedAt: null, prerelease: null, notesUrl: null }];
  }
}

/** In `bucket`, or, in older buckets, at the root. */
async function manifestOf({ bucket, manifest, server = SERVER }: ScoopSettings, web: SourceWeb): Promise<WebResponse> {
  const get = (...path: string[]) =>
    web.get(under(server, ...bucket.split('/'), 'HEAD', ...path, `${manifest}.json`), {
      accept: 'application/json, text/plain',
      expect: path.length > 0 ? [404] : [],
    });
  const response = await get('bucket');
  if (response.status !== 404) return response;
  return get();
}
