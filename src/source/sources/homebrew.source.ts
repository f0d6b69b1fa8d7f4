import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { packageUrls } from './package-urls';
import { type Fields, fieldsOf, textOf } from '../../common/fetch/read';
import { RegistryServer, RegistrySource } from './addressed-source';
import { oneRelease, type Release } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

const NAME = /^[a-z0-9][a-z0-9._+@-]{0,99}$/i;
/** The version text of a cask without a version. */
const UNVERSIONED = 'latest';

export class HomebrewSettings {
  @Setting({
    title: 'Formula',
    description: 'The name of the formula. Either this or a cask is needed.',
    maxLength: 100,
    pattern: NAME,
    optional: true,
    examples: ['wget'],
  })
  formula?: string;

  @Setting({
    title: 'Cask',
    description: 'The token of the cask, such as firefox. Either this or a formula is needed.',
    maxLength: 100,
    pattern: NAME,
    optional: true,
  })
  cask?: string;

  @RegistryServer('a site with the JSON API of Homebrew', 'HOMEBREW_URL')
  server?: string;
}

/**
 * The version of a formula or a cask, by the JSON API of Homebrew: `GET /api/formula/{name}.json`, `GET /api/cask/{token}.json`
 * (https://docs.brew.sh/Querying-Brew). What is deprecated or disabled keeps its version: that is said of the package, and those who have
 * the version need no older one.
 */
export class HomebrewSource extends RegistrySource<HomebrewSettings> {
  readonly type = 'homebrew';
  readonly title = 'Homebrew formulae and casks';
  readonly settingsClass = HomebrewSettings;
  readonly listsEverything = false;
  protected readonly registry = 'homebrewUrl';
  protected readonly purls = ({ formula, cask }: HomebrewSettings) =>
    packageUrls('brew', formula ?? `homebrew/cask/${cask}`);

  override prepare(settings: HomebrewSettings): Prepared<HomebrewSettings> {
    const { formula, cask } = settings;
    if (!formula && !cask)
      throw new SettingsError([{ field: 'formula', message: 'is required, unless cask is given' }]);
    if (formula && cask) throw new SettingsError([{ field: 'cask', message: 'must not be given with a formula' }]);
    return super.prepare(settings);
  }

  async fetch(settings: HomebrewSettings, web: SourceWeb): Promise<Release[]> {
    const { formula, cask } = settings;
    const path = formula ? ['formula', `${formula}.json`] : ['cask', `${cask}.json`];
    const response = fieldsOf(await web.json(this.url(settings, 'api', ...path)));
    return oneRelease(formula ? formulaVersion(response) : caskVersion(response));
  }
}

/** As `brew outdated` compares it: `1.2.3_1` is 1.2.3, built anew. Null for a formula that is built from the repository only. */
function formulaVersion({ versions, revision }: Fields): string | null {
  const stable = textOf(fieldsOf(versions, 'The list of versions').stable);
  return stable !== null && Number.isInteger(revision) && Number(revision) > 0
    ? `${stable}_${String(revision)}`
    : stable;
}

/** Up to the comma: what is behind it, such as a build number or a hash, is there for the address of the download. */
function caskVersion({ version }: Fields): string | null {
  const [label] = textOf(version)?.split(',') ?? [];
  return label === UNVERSIONED ? null : textOf(label);
}
