import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiOne, ApiProblems } from '../../common/api/docs';
import { Caller, NeedsScope, type Principal } from '../../user/principal';
import { CatalogueUpload } from './catalogue-upload';

class RejectedLine {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  line!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'software.name',
    description: 'The field that is wrong, such as `versions[3].released_at`; null when it is not about one.',
  })
  field!: string | null;

  @ApiProperty({ description: 'A sentence that names the field too.', example: 'software.name: is required' })
  reason!: string;
}

export class ImportResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Publishers that were added or changed.' })
  publishers!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Products that were added or changed.' })
  software!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12, description: 'Versions that were added or changed.' })
  versions!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'Lines that changed nothing.' })
  unchanged!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Lines that were not taken.' })
  rejected!: number;

  @ApiProperty({ type: [RejectedLine], description: 'The first 100 of them, and why.' })
  rejections!: RejectedLine[];
}

const EXAMPLE =
  '{"publisher":{"name":"Mozilla"},"software":{"name":"Firefox"},"versions":[{"version":"143.0","released_at":"2026-11-18"}]}\n';

@ApiTags('Catalogue')
@ApiBearerAuth()
@Controller('api/v1/catalogue')
export class CatalogueController {
  constructor(private readonly upload: CatalogueUpload) {}

  @Post()
  @HttpCode(200)
  @NeedsScope('catalogue:write')
  @ApiOperation({
    summary: 'Import into the catalogue',
    description:
      'NDJSON, plain or gzip, one product a line, as in the bundled file. Good lines go in, bad ones are reported; sending ' +
      'the same again changes nothing. 200 when a line was taken or there was none, 422 with the same counts when all were rejected.',
  })
  @ApiConsumes('application/x-ndjson')
  @ApiBody({
    schema: { type: 'string', description: 'One JSON object a line.', example: EXAMPLE },
  })
  @ApiOne(ImportResponse)
  @ApiProblems('bad-request', 'too-large', 'unsupported-media-type', 'nothing-imported')
  importCatalogue(@Caller() caller: Principal, @Req() request: Request) {
    return this.upload.import(caller, request);
  }
}
