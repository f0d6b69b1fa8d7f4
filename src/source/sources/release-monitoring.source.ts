import { ServerSetting, Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError, under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { type Fields, fieldsOf, listOf, objectsOf } from '../../common/fetch/read';
import { oneRelease, type Release, uniqueReleases } from './source';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

const SERVER = 'https://release-monitoring.org/';

export class ReleaseMonitoringSettings {
  @Setting({
    title: 'Project',
    description: 'The number of the project, as in the address of its page. Without it, ecosystem and name are needed.',
    maxLength: 10,
    pattern: /^[1-9]\d{0,9}$/,
    optional: true,
    examples: ['4193'],
  })
  project?: string;

  @Setting({
    title: 'Ecosystem',
    description:
      'The ecosystem of the project, as on its page: a name such as rubygems, or the home page of the project.',
    maxLength: 255,
    optional: true,
    examples: ['https://sourceforge.net/projects/zero-install'],
  })
  ecosystem?: string;

  @Setting({
    title: 'Name',
    description: 'The name of the project within its ecosystem.',
    maxLength: 255,
    optional: true,
    examples: ['0install'],
  })
  name?: string;

  @ServerSetting('The base address of an Anitya server of your own.', SERVER)
  server?: string;
}

/**
 * Versions of a project at Anitya (release-monitoring.org): https://anitya.readthedocs.io/en/stable/api.html, `/api/v2/versions/` by the
 * number of the project or `/api/v2/projects/` by ecosystem and name. It has no dates.
 */
export class ReleaseMonitoringSource extends AddressedSource<ReleaseMonitoringSettings> {
  readonly type = 'release-monitoring';
  readonly title = 'release-monitoring.org';
  readonly settingsClass = ReleaseMonitoringSettings;
  // Its users may change the list of versions.
  readonly listsEverything = false;

  override prepare(settings: ReleaseMonitoringSettings): Prepared<ReleaseMonitoringSettings> {
    const { project, ecosystem, name } = settings;
    if (!project && !ecosystem && !name)
      throw new SettingsError([{ field: 'project', message: 'is required, unless ecosystem and name are given' }]);
    if (!project && !(ecosystem && name))
      throw new SettingsError([{ field: ecosystem ? 'name' : 'ecosystem', message: 'is required without a project' }]);
    return super.prepare(settings);
  }

  async fetch(settings: ReleaseMonitoringSettings, web: SourceWeb): Promise<Release[]> {
    const { project, server = SERVER } = settings;
    if (!project) return releasesOf(await projectByName(settings, web));
    const url = `${under(server, 'api', 'v2', 'versions')}/?${String(new URLSearchParams({ project_id: project }))}`;
    return releasesOf(fieldsOf(await web.json(url)));
  }
}

async function projectByName(settings: ReleaseMonitoringSettings, web: SourceWeb): Promise<Fields> {
  const { ecosystem = '', name = '', server = SERVER } = settings;
  const query = new URLSearchParams({ ecosystem, name });
  const answer = fieldsOf(await web.json(`${under(server, 'api', 'v2', 'projects')}/?${String(query)}`));
  const items = objectsOf(answer.items, 'The list of projects');
  const project = items.find((item) => item.ecosystem === ecosystem && item.name === name);
  if (!project) throw new SourceError('The source has no project of this name in this ecosystem', null, 404);
  return project;
}

/** Anitya before 1.1 has no list of stable versions. */
function releasesOf(project: Fields): Promise<Release[]> {
  const stable = Array.isArray(project.stable_versions) ? new Set<unknown>(project.stable_versions) : null;
  return uniqueReleases(listOf(project.versions, 'The list of versions'), (label) =>
    oneRelease(label, { prerelease: stable ? !stable.has(label) : null }),
  );
}
