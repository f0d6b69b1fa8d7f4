import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpCode,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { sendProblem } from '../../api/problem/problem.filter';
import { OIDC_PATH, OidcSignIn } from './oidc/oidc-sign-in';

/** Errors are shown on a page, since the caller is a person with a browser. */
@Catch(Problem)
class SignInProblems implements ExceptionFilter {
  catch(problem: Problem, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (problem.type === 'not-found') return sendProblem(host.switchToHttp().getRequest<Request>(), response, problem);
    const code = problem.type === 'too-many-requests' ? 'too-many' : 'oidc-unavailable';
    sendTo(response.set(problem.headers), `/sign-in?problem=${code}`);
  }
}

/** Signing in at the OpenID Connect issuer, outside the API: the browser itself goes there and comes back. */
@ApiExcludeController()
@Public()
@LimitedByAddress()
@UseFilters(SignInProblems)
@Controller(OIDC_PATH)
export class OidcSignInController {
  constructor(private readonly signIn: OidcSignIn) {}

  @Get()
  @HttpCode(303)
  async begin(@Req() request: Request, @Res() response: Response) {
    const to = new URLSearchParams(request.url.split('?')[1]).get('to') ?? '';
    sendTo(response, await this.signIn.begin(request, response, to));
  }

  @Get('callback')
  @HttpCode(303)
  async finish(@Req() request: Request, @Res() response: Response) {
    sendTo(response, await this.signIn.finish(request, response));
  }
}

function sendTo(response: Response, address: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, address);
}
