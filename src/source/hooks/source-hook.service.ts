import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { RateLimits } from '../../access/rate-limit/rate-limits';
import { Problem } from '../../common/problem/problem';
import { Config } from '../../config/config';
import { SoftwareSourceRepository } from '../polling/software-source.repository';
import { SourceMetrics } from '../polling/source.metrics';
import { githubEvent, gitlabEvent, type Hook, type HookEvent, isFromGithub, isFromGitlab } from './hook-event';

export class SourceHookResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Products with a source in the repository.' })
  software!: number;

  @ApiProperty({ description: 'Whether they are polled now: false for an event that is not about releases or tags.' })
  due!: boolean;
}

interface Forge {
  name: 'github' | 'gitlab';
  title: string;
  variable: string;
  secrets: string[];
  isFrom: (hook: Hook, secrets: string[]) => boolean;
  eventOf: (hook: Hook) => HookEvent;
}

/** Release webhooks: sources of a repository with new releases are polled at once. Nothing from a webhook is stored. */
@Injectable()
export class SourceHookService {
  constructor(
    private readonly config: Config,
    private readonly sources: SoftwareSourceRepository,
    private readonly metrics: SourceMetrics,
    private readonly limits: RateLimits,
  ) {}

  /** @throws Problem not-found, unauthorized, too-many-requests, invalid-json */
  github(hook: Hook): Promise<SourceHookResponse> {
    const forge = { name: 'github', title: 'GitHub', variable: 'GITHUB_HOOK_SECRET' } as const;
    return this.take(hook, {
      ...forge,
      secrets: this.config.githubHookSecrets,
      isFrom: isFromGithub,
      eventOf: githubEvent,
    });
  }

  /** @throws Problem not-found, unauthorized, too-many-requests, invalid-json */
  gitlab(hook: Hook): Promise<SourceHookResponse> {
    const forge = { name: 'gitlab', title: 'GitLab', variable: 'GITLAB_HOOK_TOKEN' } as const;
    return this.take(hook, {
      ...forge,
      secrets: this.config.gitlabHookTokens,
      isFrom: isFromGitlab,
      eventOf: gitlabEvent,
    });
  }

  private async take(hook: Hook, { name, title, variable, ...forge }: Forge): Promise<SourceHookResponse> {
    if (forge.secrets.length === 0)
      throw new Problem('not-found', `Webhooks of ${title} are not enabled: the operator has not set ${variable}.`);
    if (!forge.isFrom(hook, forge.secrets)) throw this.refusal(hook, name);
    const { repositories, news } = forge.eventOf(hook);
    this.metrics.countHook(name, news ? 'news' : 'other');
    if (repositories.length === 0) return { software: 0, due: false };
    if (!news) return { software: await this.sources.countByRepository(repositories), due: false };
    const software = await this.sources.makeDueByRepository(repositories);
    return { software, due: software > 0 };
  }

  /** @throws Problem too-many-requests */
  private refusal({ address }: Hook, name: Forge['name']): Problem {
    this.limits.noteFailure(address);
    this.metrics.countHook(name, 'refused');
    return new Problem('unauthorized', 'The webhook is not signed, or not with the secret of this service.');
  }
}
