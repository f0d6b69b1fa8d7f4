import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint } from '../../api/endpoint/docs';
import { Caller, type Principal } from '../../api/identity/principal';
import { ApiCycloneDx, ApiVex, sendDocument } from './running-document';
import { RunningDocumentService } from './running-document.service';
import { VEX_FORMATS, type VexFormat, VexQuery } from './vex-query';

/** Before the routes of single favorites, of which `vex` and `bom` would be ids. */
@ApiTags('Vulnerabilities')
@Controller('api/v1/favorite')
export class VexController {
  constructor(private readonly documents: RunningDocumentService) {}

  @Get('vex')
  @Endpoint(
    'Get the vulnerabilities as VEX',
    'All vulnerabilities of what the caller runs, each with its status by the decision of its owner, else by the word of the vendor, else by that of ' +
      'the databases. The same text as long as it says the same. Without any vulnerability there is no OpenVEX document (404).',
    { scope: 'read', answers: ApiVex(), problems: ['not-found', 'limit-reached'] },
  )
  @ApiQuery({
    name: 'format',
    required: false,
    description: 'Of the document.',
    schema: { type: 'string', enum: [...VEX_FORMATS], default: 'openvex' },
  })
  async getFavoriteVex(
    @Caller() caller: Principal,
    @VexQuery() format: VexFormat,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    sendDocument(request, response, await this.documents.vex(caller, format));
  }

  @Get('bom')
  @Endpoint(
    'Get what the caller runs as a CycloneDX document',
    'CycloneDX 1.6: the versions in use of all favorites, and those of their deployments, with their vulnerabilities. The same text as long as it says ' +
      'the same.',
    { scope: 'read', answers: ApiCycloneDx(), problems: ['limit-reached'] },
  )
  async getFavoriteBom(@Caller() caller: Principal, @Req() request: Request, @Res() response: Response) {
    sendDocument(request, response, await this.documents.bom(caller));
  }
}
