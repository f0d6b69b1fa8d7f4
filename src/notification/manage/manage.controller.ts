import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../user/principal';
import { sendPage } from '../page/link-page';
import { TooManyFilter } from '../page/too-many.filter';
import { ManagePages } from './manage-pages';

/** What "Skip or snooze" in a message opens. As with consent: a GET changes nothing, since previews open whatever they find. */
@ApiExcludeController()
@Public()
@LimitedByAddress()
@UseFilters(TooManyFilter)
@Controller('update')
export class ManageController {
  constructor(private readonly pages: ManagePages) {}

  @Get(':token')
  async ask(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.pages.ask(token, request.id));
  }

  @Post(':token')
  async act(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    sendPage(response, await this.pages.act(token, request.id, request.body));
  }
}
