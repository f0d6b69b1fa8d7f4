import { Controller, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Caller, type Principal } from '../../api/identity/principal';
import { CatalogueUpload } from './catalogue-upload';
import { ImportResponse } from './dto/import.response';

const EXAMPLE =
  '{"publisher":{"name":"Mozilla"},"software":{"name":"Firefox"},"versions":[{"version":"143.0","released_at":"2026-11-18"}]}\n';

@ApiTags('Catalogue')
@Controller('api/v1/catalogue')
export class CatalogueController {
  constructor(private readonly upload: CatalogueUpload) {}

  @Post()
  @Endpoint(
    'Import into the catalogue',
    'NDJSON, plain or gzip, one product per line, as in the bundled file. Valid lines are imported, invalid ones are reported; ' +
      'sending the same file again changes nothing. 200 if any line was accepted or there was none; 422 with the same counts if all were rejected.',
    { scope: 'catalogue:write', answers: ApiOne(ImportResponse), problems: ['nothing-imported'] },
  )
  // The first is what generated clients send: of any other type they would make a JSON string, or take no text.
  @ApiConsumes('text/plain', 'application/x-ndjson')
  @ApiBody({ schema: { type: 'string', description: 'One JSON object per line.', example: EXAMPLE } })
  importCatalogue(@Caller() caller: Principal, @Req() request: Request) {
    return this.upload.import(caller, request);
  }
}
