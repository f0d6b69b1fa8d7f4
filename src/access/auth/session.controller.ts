import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiNothing, ApiOne, ApiWhole, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, FromOwnPages, type Principal } from '../../api/identity/principal';
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
  @FromOwnPages()
  @Endpoint(
    'Sign in',
    'For pages of this service: starts a session with `token` or with `code`, and sets its cookie. A session that the browser has already ends. ' +
      'It has the scopes of the token or link, ends after seven days without use, after thirty days, and with the token. Needs no token in ' +
      '`Authorization`. A code works once. A user has at most 50 sessions; the oldest ends.',
    { scope: 'public', answers: ApiOne(CurrentSessionResponse, 201), problems: ['forbidden'] },
  )
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
  @Endpoint("List the caller's sessions", 'Those that have not ended, newest first.', {
    scope: 'read',
    answers: ApiWhole(SessionResponse),
  })
  listSessions(@Caller() caller: Principal) {
    return this.sessions.list(caller);
  }

  @Get('current')
  @Endpoint(
    'Get the session of this request',
    'Who is signed in, and what this service has. Any scope will do. 404 for a request with a token.',
    { scope: 'session', answers: ApiOne(CurrentSessionResponse), problems: ['not-found'] },
  )
  getCurrentSession(@Caller() caller: Principal) {
    return this.signIn.current(caller);
  }

  @Post('link')
  @Endpoint(
    'Make a sign-in link for another device',
    'Signs the caller in on another device, once, within ten minutes. The session there may do what this one may, ends when this one ' +
      'would end in any case, and with the same token. The link ends with this session, and with the next link. Any scope will do, but the ' +
      'sign-in must be less than an hour ago.',
    { scope: 'session', answers: ApiOne(SignInLinkResponse, 201), problems: ['not-found', 'sign-in-again'] },
  )
  createSignInLink(@Caller() caller: Principal, @RequestLinks() links: Links) {
    return this.signIn.linkFor(caller, links);
  }

  @Delete('current')
  @Endpoint(
    'Sign out',
    'Ends the session of this request, and makes the browser forget its cookie and what pages have stored. Any scope will do.',
    { scope: 'session', answers: ApiNothing('Ended.'), problems: ['not-found'] },
  )
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
  @Endpoint('End a session', 'Takes effect on every replica within five seconds.', {
    scope: 'write',
    answers: ApiNothing('Ended.'),
  })
  deleteSession(@Caller() caller: Principal, @Id('session') id: string) {
    return this.sessions.end(caller, id);
  }
}

@ApiTags('Sessions')
@Controller('api/v1/sign-in')
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Get()
  @Endpoint('List the ways to sign in', 'Needs no token.', { scope: 'public', answers: ApiOne(SignInMethodsResponse) })
  listSignInMethods(@RequestLinks() links: Links) {
    return this.signIn.methods(links);
  }
}
