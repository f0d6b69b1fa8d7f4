import { Injectable } from '@nestjs/common';
import { safeUrl } from 'small-parts';
import { ForeignBody } from '../../api/endpoint/foreign-body';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { SoftwareIdentifierRepository } from '../../software/identifier/software-identifier.repository';
import { RenovateRepository, type RenovateVersion } from './renovate.repository';

export const RELEASES_AT_MOST = 1_000;

/** Web addresses of repositories by the types of their package URLs. */
const REPOSITORY = /^pkg:(github|bitbucket)\/([\w.-]+\/[\w.-]+)$/;
const HOSTS: Record<string, string> = { github: 'https://github.com', bitbucket: 'https://bitbucket.org' };

/** Versions of a product in the form of Renovate's custom datasource (`ReleaseResult`). */
@Injectable()
export class RenovateService {
  constructor(
    private readonly repository: RenovateRepository,
    private readonly identifiers: SoftwareIdentifierRepository,
  ) {}

  /** The oldest release first, as Renovate's own datasources. @throws Problem not-found */
  async read(name: string): Promise<ForeignBody> {
    const id = await this.repository.find(name);
    if (id === null) throw Problem.notFound('product, or more than one is called so');
    const versions = await this.repository.versions(id, RELEASES_AT_MOST);
    const homepage = safeUrl(await this.repository.homepage(id));
    const known = (await this.identifiers.find([id])).get(id) ?? [];
    const sourceUrl = known.flatMap(({ value }) => repositoryOf(value) ?? [])[0];
    return new ForeignBody({
      releases: versions.reverse().map(releaseOf),
      ...(sourceUrl === undefined ? {} : { sourceUrl }),
      ...(homepage === null ? {} : { homepage }),
    });
  }
}

/** What is not known is left out: Renovate takes no null. */
function releaseOf({ version, released_at, prerelease, withdrawn, notes_url }: RenovateVersion) {
  const changelogUrl = safeUrl(notes_url);
  return {
    version,
    ...(released_at === null ? {} : { releaseTimestamp: toApiTimestamp(released_at) }),
    ...(changelogUrl === null ? {} : { changelogUrl }),
    isStable: !prerelease,
    ...(withdrawn ? { isDeprecated: true } : {}),
  };
}

function repositoryOf(purl: string): string | null {
  const [, host, path] = REPOSITORY.exec(purl) ?? [];
  return host === undefined ? null : `${HOSTS[host]}/${path}`;
}
