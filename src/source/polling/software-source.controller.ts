import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { SourceResponse, WriteSourceDto } from './dto/source.dto';
import { SoftwareSourceService } from './software-source.service';

@ApiTags('Sources')
@ApiBearerAuth()
@NeedsScope('catalogue:write')
@Controller('api/v1/software')
export class SoftwareSourceController {
  constructor(private readonly sources: SoftwareSourceService) {}

  @Get(':id/source')
  @ApiOperation({
    summary: 'Get the source of a product and its state',
    description: '404 when it has none. Secrets in its settings are masked.',
  })
  @ApiId('product')
  @ApiOne(SourceResponse)
  @ApiProblems('not-found')
  getSoftwareSource(@Id('product') id: string, @Includes([]) _none: unknown) {
    return this.sources.read(id);
  }

  @Put(':id/source')
  @ApiOperation({
    summary: 'Set the source of a product',
    description:
      'It is polled at once. A product with the default ordering gets the scheme of its source, where packages of its kind have one (npm: `semver`, ' +
      'PyPI: `pep440`, RubyGems: `gem`, …).',
  })
  @ApiId('product')
  @ApiOne(SourceResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceSoftwareSource(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteSourceDto) {
    return this.sources.replace(caller, id, input);
  }

  @Post(':id/source/poll')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Poll the source of a product at once',
    description: 'As soon as its host may be asked: `next_attempt` says when. 409 while polling is disabled.',
  })
  @ApiId('product')
  @ApiOne(SourceResponse, 202)
  @ApiProblems('not-found', 'conflict')
  pollSoftwareSource(@Id('product') id: string) {
    return this.sources.askAgain(id);
  }

  @Delete(':id/source')
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove the source of a product', description: 'Its versions stay.' })
  @ApiId('product')
  @ApiResponse({ status: 204, description: 'Removed.' })
  @ApiProblems('not-found')
  deleteSoftwareSource(@Caller() caller: Principal, @Id('product') id: string) {
    return this.sources.remove(caller, id);
  }
}
