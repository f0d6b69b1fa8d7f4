import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LimitedByAddress, Public } from '../../common/identity/principal';
import { sendPage } from './link-page';
import { TooManyFilter } from './too-many.filter';
import { ManagePages } from './manage-pages';

/** The page behind "Skip or snooze" in a message. Only POST changes anything, since previews open every link. */
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
