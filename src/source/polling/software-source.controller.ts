import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import { SourceResponse, WriteSourceDto } from './dto/source.dto';
import { SoftwareSourceService } from './software-source.service';

@ApiTags('Sources')
@Controller('api/v1/software')
export class SoftwareSourceController {
  constructor(private readonly sources: SoftwareSourceService) {}

  @Get(':id/source')
  @Endpoint('Get the source of a product and its state', '404 when it has none. Secrets in its settings are masked.', {
    scope: 'catalogue:write',
    answers: ApiOne(SourceResponse),
  })
  getSoftwareSource(@Id('product') id: string) {
    return this.sources.read(id);
  }

  @Put(':id/source')
  @Endpoint(
    'Set the source of a product',
    'It is polled at once. A product with the default ordering gets the scheme of its source, where packages of its kind have one (npm: `semver`, ' +
      'PyPI: `pep440`, RubyGems: `gem`, …).',
    { scope: 'catalogue:write', answers: ApiOne(SourceResponse) },
  )
  replaceSoftwareSource(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteSourceDto) {
    return this.sources.replace(caller, id, input);
  }

  @Post(':id/source/poll')
  @Endpoint(
    'Poll the source of a product at once',
    'As soon as its host may be asked: `next_attempt` says when. 409 while polling is disabled.',
    { scope: 'catalogue:write', answers: ApiOne(SourceResponse, 202), problems: ['conflict'] },
  )
  pollSoftwareSource(@Id('product') id: string) {
    return this.sources.askAgain(id);
  }

  @Delete(':id/source')
  @Endpoint('Remove the source of a product', 'Its versions stay.', {
    scope: 'catalogue:write',
    answers: ApiNothing('Removed.'),
  })
  deleteSoftwareSource(@Caller() caller: Principal, @Id('product') id: string) {
    return this.sources.remove(caller, id);
  }
}
