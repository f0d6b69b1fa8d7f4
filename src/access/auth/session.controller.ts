import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiId, ApiOne, ApiProblems, ApiWhole } from '../../common/api/docs';
import type { Links } from '../../common/api/links';
import { Id, Includes, RequestLinks } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import {
  Caller,
  FromOwnPages,
  NeedsScope,
  NeedsSession,
  type Principal,
  Public,
} from '../../common/identity/principal';
import {
  CurrentSessionResponse,
  SessionResponse,
  SignInLinkResponse,
  SignInMethodsResponse,
  StartSessionDto,
} from './session/dto/session.dto';
import { clearSessionCookie } from './session/session-cookie';
import { SessionService } from './session/session.service';
import { SignInService } from './sign-in.service';

/** Clears what scripts have stored; not `cookies`, which neighbouring hosts share, and not `cache`, which has nothing of the API. */
const CLEARED = '"storage"';

@ApiTags('Sessions')
@Controller('api/v1/session')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly signIn: SignInService,
  ) {}

  @Post()
  @Public()
  @FromOwnPages()
  @ApiOperation({
    summary: 'Sign in',
    description:
      'For pages of this service: starts a session with `token` or with `code`, and sets its cookie. A session that the browser has already ends. ' +
      'It has the scopes of the token or link, ends after seven days without use, after thirty days, and with the token. Needs no token in ' +
      '`Authorization`. A code works once. A user has at most 50 sessions; the oldest ends.',
  })
  @ApiOne(CurrentSessionResponse, 201)
  @ApiProblems('forbidden', 'invalid-body')
  async createSession(
    @Input() input: StartSessionDto,
    @Req() request: Request,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.signIn.start(input, request, response);
    response.location(links.to('session/current'));
    return session;
  }

  @Get()
  @ApiBearerAuth()
  @NeedsScope('read')
  @ApiOperation({ summary: "List the caller's sessions", description: 'Those that have not ended, newest first.' })
  @ApiWhole(SessionResponse)
  listSessions(@Caller() caller: Principal, @Includes([]) _none: unknown) {
    return this.sessions.list(caller);
  }

  @Get('current')
  @ApiCookieAuth('cookie')
  @NeedsSession()
  @ApiOperation({
    summary: 'Get the session of this request',
    description: 'Who is signed in, and what this service has. Any scope will do. 404 for a request with a token.',
  })
  @ApiOne(CurrentSessionResponse)
  @ApiProblems('not-found')
  getCurrentSession(@Caller() caller: Principal, @Includes([]) _none: unknown) {
    return this.signIn.current(caller);
  }

  @Post('link')
  @ApiCookieAuth('cookie')
  @NeedsSession()
  @ApiOperation({
    summary: 'Make a sign-in link for another device',
    description:
      'Signs the caller in on another device, once, within ten minutes. The session there may do what this one may, ends when this one ' +
      'would end in any case, and with the same token. The link ends with this session, and with the next link. Any scope will do, but the ' +
      'sign-in must be less than an hour ago.',
  })
  @ApiOne(SignInLinkResponse, 201)
  @ApiProblems('not-found', 'sign-in-again')
  createSignInLink(@Caller() caller: Principal, @RequestLinks() links: Links) {
    return this.signIn.linkFor(caller, links);
  }

  @Delete('current')
  @HttpCode(204)
  @ApiCookieAuth('cookie')
  @NeedsSession()
  @ApiOperation({
    summary: 'Sign out',
    description:
      'Ends the session of this request, and makes the browser forget its cookie and what pages have stored. Any scope will do.',
  })
  @ApiResponse({ status: 204, description: 'Ended.' })
  @ApiProblems('not-found')
  async deleteCurrentSession(
    @Caller() caller: Principal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.sessions.end(caller, caller.tokenId);
    clearSessionCookie(request, response);
    response.setHeader('Clear-Site-Data', CLEARED);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiBearerAuth()
  @NeedsScope('write')
  @ApiOperation({
    summary: 'End a session',
    description: 'Takes effect on every replica within five seconds.',
  })
  @ApiId('session')
  @ApiResponse({ status: 204, description: 'Ended.' })
  @ApiProblems('not-found')
  deleteSession(@Caller() caller: Principal, @Id('session') id: string) {
    return this.sessions.end(caller, id);
  }
}

@ApiTags('Sessions')
@Controller('api/v1/sign-in')
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'List the ways to sign in', description: 'Needs no token.' })
  @ApiOne(SignInMethodsResponse)
  listSignInMethods(@Includes([]) _none: unknown, @RequestLinks() links: Links) {
    return this.signIn.methods(links);
  }
}
