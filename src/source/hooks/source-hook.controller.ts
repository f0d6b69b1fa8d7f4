import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiOne, ApiProblems } from '../../common/api/docs';
import { Public } from '../../common/identity/principal';
import type { Hook } from './hook-event';
import { SourceHookResponse, SourceHookService } from './source-hook.service';

const DESCRIPTION =
  'The sources of the repository are polled at once, and once more a minute later. More of these webhooks within a minute cause no more polls, ' +
  'and other events are accepted without effect. There is no bearer token: the signature authenticates the sender. A body has at most 1 MiB.';

const problems = ApiProblems('not-found');

/** Receives release webhooks of GitHub and GitLab. */
@ApiTags('Sources')
@Public()
@Controller('api/v1/source-hook')
export class SourceHookController {
  constructor(private readonly hooks: SourceHookService) {}

  @Post('github')
  @HttpCode(202)
  @ApiOperation({ summary: 'Receive a release webhook of GitHub', description: DESCRIPTION })
  @ApiHeader({ name: 'X-Hub-Signature-256', description: 'HMAC-SHA256 of the body with `GITHUB_HOOK_SECRET`.' })
  @ApiHeader({ name: 'X-GitHub-Event', description: '`release`, and `create`, `delete` or `push` of a tag.' })
  @ApiBody({
    schema: {
      type: 'object',
      example: {
        action: 'published',
        repository: { html_url: 'https://github.com/nginx/nginx' },
        release: { draft: false },
      },
    },
    description: 'As GitHub sends it, as JSON or as a form.',
  })
  @ApiOne(SourceHookResponse, 202)
  @problems
  receiveGithubWebhook(@Req() request: Request) {
    return this.hooks.github(hookOf(request));
  }

  @Post('gitlab')
  @HttpCode(202)
  @ApiOperation({ summary: 'Receive a release webhook of GitLab', description: DESCRIPTION })
  @ApiHeader({ name: 'X-Gitlab-Token', required: false, description: 'The secret token (`GITLAB_HOOK_TOKEN`).' })
  @ApiHeader({
    name: 'webhook-signature',
    required: false,
    description:
      'Instead of it, with a signing token: the signature by Standard Webhooks, with `webhook-id` and `webhook-timestamp`.',
  })
  @ApiBody({
    schema: {
      type: 'object',
      example: {
        object_kind: 'release',
        project: { path_with_namespace: 'widgets/widget', web_url: 'https://gitlab.com/widgets/widget' },
      },
    },
    description: 'As GitLab sends it.',
  })
  @ApiOne(SourceHookResponse, 202)
  @problems
  receiveGitlabWebhook(@Req() request: Request) {
    return this.hooks.gitlab(hookOf(request));
  }
}

/** The body is raw: see `app/setup.ts`. */
const hookOf = ({ headers, body, ip }: Request): Hook => ({
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  address: ip,
});
