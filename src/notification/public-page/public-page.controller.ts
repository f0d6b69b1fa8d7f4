import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Param,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { sendProblem } from '../../api/problem/problem.filter';
import { ConsentPages } from './consent-pages';
import { sendPage } from './link-page';
import { ManagePages } from './manage-pages';

/** Shows the rate limit as a page, since people open these links in a browser. Other problems stay JSON. */
@Catch(Problem)
class TooManyFilter implements ExceptionFilter<Problem> {
  catch(problem: Problem, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (problem.type !== 'too-many-requests') return sendProblem(request, response, problem);
    const text = [
      `Too many links like this were opened from your network. Please try again in ${problem.headers['Retry-After']} seconds.`,
    ];
    sendPage(response.set(problem.headers), { status: problem.getStatus(), title: 'One moment, please', text });
  }
}

/**
 * The pages that links in messages open, without an API token. Only POST changes anything, since link scanners and previews open every link in a
 * mail.
 */
@ApiExcludeController()
@Public()
@LimitedByAddress()
@UseFilters(TooManyFilter)
@Controller()
export class PublicPageController {
  constructor(
    private readonly consent: ConsentPages,
    private readonly manage: ManagePages,
  ) {}

  @Get('confirm/:token')
  async askToConfirm(@Param('token') token: string, @Res() response: Response) {
    sendPage(response, await this.consent.askToConfirm(token));
  }

  @Post('confirm/:token')
  async confirm(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.consent.confirm(token, request.id));
  }

  @Get('u/:token')
  askToUnsubscribe(@Res() response: Response) {
    sendPage(response, this.consent.askToUnsubscribe());
  }

  /** RFC 8058, section 3.2: mail programs send it, without cookies and without following redirects. */
  @Post('u/:token')
  async unsubscribe(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.consent.unsubscribe(token, request.id, request.body));
  }

  /** The page behind "Updated", "Skip" and "Snooze". */
  @Get('update/:token')
  async ask(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.manage.ask(token, request.id, request.url));
  }

  @Post('update/:token')
  async act(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.manage.act(token, request.id, request.body));
  }
}
