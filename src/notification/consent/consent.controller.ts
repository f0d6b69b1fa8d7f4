import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../user/principal';
import { sendPage } from '../page/link-page';
import { TooManyFilter } from '../page/too-many.filter';
import { ConsentPages } from './consent-pages';

/**
 * What the links in mails open: no token of the API, no envelope, not under /api. A GET changes nothing, since link scanners and
 * previews open whatever is in a mail; the POST does.
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

  /** RFC 8058, section 3.2: from a mail program, without cookies, and without a person who would follow a redirect. */
  @Post('u/:token')
  async unsubscribe(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.pages.unsubscribe(token, request.id, request.body));
  }
}
