import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { parsePurl, type Purl, PurlError } from 'inventory-reader';
import { secretFields } from '../../common/settings/setting';
import { acceptSettings, SettingsError } from '../../common/settings/settings';
import type { Source } from '../sources/source';
import { SourceRegistry } from '../sources/source-registry';
import { ChangelogSource } from './changelog.source';
import { NOTES_FROM, type NotesFrom } from './dto/notes-source.dto';

/** A place that was set explicitly. */
export interface NotesSetting {
  from: NotesFrom;
  settings: Record<string, unknown>;
}

/** Another place than the source of a product where its notes are read. */
export interface NotesPlace {
  from: Exclude<NotesFrom, 'source'>;
  settings: object;
  source: Source;
  /** Digest of `from` and the settings: results of another target do not count for this one. */
  target: string;
}

/** The facts that decide where the notes of a product are read. */
export interface NotesFacts {
  notes_from: string | null;
  /** JSON. */
  notes_settings: string | null;
  /** Of its source; null = it has none. */
  source_type: string | null;
  /** Package URLs that name it, in the order of their texts. */
  purls: string[];
}

/** Types of the sources that read releases of a repository. */
const SOURCE_TYPES = { github: 'github-releases', gitlab: 'gitlab-releases', forgejo: 'forgejo-releases' };

/** Finds places of release notes beside the sources of products: repositories at forges, and changelogs. */
@Injectable()
export class NotesPlaces {
  constructor(
    private readonly registry: SourceRegistry,
    private readonly changelog: ChangelogSource,
  ) {}

  /** Types of sources that have notes themselves. */
  get withNotes(): string[] {
    return this.registry.all().flatMap(({ hasNotes, type }) => (hasNotes ? [type] : []));
  }

  /** @throws SettingsError naming `from` or the setting */
  accept(from: string, input: unknown): NotesSetting {
    const known = NOTES_FROM.find((one) => one === from);
    if (!known) throw new SettingsError([{ field: 'from', message: `must be one of ${NOTES_FROM.join(', ')}` }]);
    if (known !== 'source') return { from: known, settings: { ...this.settingsOf(this.sourceOf(known), input ?? {}) } };
    if (input !== undefined && input !== null && Object.keys(input).length > 0)
      throw new SettingsError([{ field: 'settings', message: 'must be left out: the source has its own' }]);
    return { from: known, settings: {} };
  }

  /** Null: its notes are read with its source, or nowhere. */
  placeOf(facts: NotesFacts): NotesPlace | null {
    const from = NOTES_FROM.find((one) => one === facts.notes_from);
    // One that only a newer version of the service knows is left to it.
    if (facts.notes_from !== null && (from === undefined || from === 'source')) return null;
    if (from && from !== 'source') {
      const settings = JSON.parse(facts.notes_settings ?? '{}') as object;
      return this.place(from, Object.assign(new (this.sourceOf(from).settingsClass)(), settings));
    }
    if (facts.source_type !== null && this.registry.get(facts.source_type)?.hasNotes) return null;
    return this.placeNamed(facts.purls);
  }

  private placeNamed(purls: string[]): NotesPlace | null {
    const named = repositoryNamed(purls);
    if (!named) return null;
    try {
      return this.place(named.from, this.settingsOf(this.sourceOf(named.from), named.settings));
    } catch (error) {
      // Such a server cannot have a repository of this name.
      if (error instanceof SettingsError) return null;
      throw error;
    }
  }

  private place(from: NotesPlace['from'], settings: object): NotesPlace {
    const target = hash('sha256', JSON.stringify([from, Object.entries(settings).sort()]), 'hex');
    return { from, settings, source: this.sourceOf(from), target };
  }

  private sourceOf(from: NotesPlace['from']): Source {
    return from === 'changelog' ? this.changelog : this.registry.require(SOURCE_TYPES[from]);
  }

  /** Like those of a product's source, but without secrets, since they are not sealed. */
  private settingsOf(source: Source, input: unknown): object {
    const given = typeof input === 'object' && input !== null ? Object.keys(input) : [];
    const secrets = secretFields(source.settingsClass).filter((name) => given.includes(name));
    if (secrets.length > 0)
      throw new SettingsError(
        secrets.map((field) => ({ field, message: 'cannot be set here: notes are read without' })),
      );
    return acceptSettings(source, input).settings;
  }
}

/** A repository with releases, as settings of the source that reads it. */
interface NamedRepository {
  from: 'github' | 'gitlab' | 'forgejo';
  settings: Record<string, string>;
}

/** Package URLs of type `git` name a host of which nothing else says what runs there: its name does, where it is the usual one. */
const GITLAB_HOST = /^gitlab\.(?=.+\.)/;
const FORGEJO_HOST = /^(?:codeberg\.org$|(?:forgejo|gitea)\.(?=.+\.))/;

/** The first repository that package URLs name: at GitHub, else at GitLab, else at a server of Forgejo or Gitea; null = none. */
function repositoryNamed(purls: string[]): NamedRepository | null {
  const named = purls.flatMap((purl) => repositoryOf(purl) ?? []);
  for (const from of ['github', 'gitlab', 'forgejo'] as const) {
    const found = named.find((one) => one.from === from);
    if (found) return found;
  }
  return null;
}

function repositoryOf(text: string): NamedRepository | null {
  const { type, namespace, name } = read(text) ?? {};
  if (!namespace || !name) return null;
  if (type === 'github') return { from: 'github', settings: { repository: `${namespace}/${name}` } };
  if (type === 'gitlab') return { from: 'gitlab', settings: { project: `${namespace}/${name}` } };
  if (type !== 'git') return null;
  const [host, ...groups] = `${namespace}/${name}`.split('/');
  const path = groups.join('/');
  const server = `https://${host}/`;
  if (GITLAB_HOST.test(host!)) return { from: 'gitlab', settings: { project: path, server } };
  return FORGEJO_HOST.test(host!) ? { from: 'forgejo', settings: { repository: path, server } } : null;
}

function read(text: string): Purl | null {
  try {
    return parsePurl(text);
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}
