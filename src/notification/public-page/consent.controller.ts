import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../common/identity/principal';
import { sendPage } from './link-page';
import { TooManyFilter } from './too-many.filter';
import { ConsentPages } from './consent-pages';

/**
 * The pages that links in mails open, without an API token. Only POST changes anything, since link scanners and previews open every link in a
 * mail.
 */
@ApiExcludeController()
@Public()
@LimitedByAddress()
@UseFilters(TooManyFilter)
@Controller()
export class ConsentController {
  constructor(private readonly pages: ConsentPages) {}

  @Get('confirm/:token')
  async askToConfirm(@Param('token') token: string, @Res() response: Response) {
    sendPage(response, await this.pages.askToConfirm(token));
  }

  @Post('confirm/:token')
  async confirm(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.pages.confirm(token, request.id));
  }

  @Get('u/:token')
  askToUnsubscribe(@Res() response: Response) {
    sendPage(response, this.pages.askToUnsubscribe());
  }

  /** RFC 8058, section 3.2: mail programs send it, without cookies and without following redirects. */
  @Post('u/:token')
  async unsubscribe(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.pages.unsubscribe(token, request.id, request.body));
  }
}
