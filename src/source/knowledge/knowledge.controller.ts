import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems, ApiWhole } from '../../common/api/docs';
import { Includes } from '../../common/api/request';
import { NeedsScope } from '../../common/identity/principal';
import { KnowledgeResponse } from './dto/knowledge.response';
import { KnowledgeStateService } from './knowledge-state.service';

@ApiTags('Sources')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1')
export class KnowledgeController {
  constructor(private readonly states: KnowledgeStateService) {}

  @Get('knowledge')
  @ApiOperation({
    summary: 'List providers of knowledge',
    description:
      'Who tells facts about many products at once, such as until when they are supported, and how new these are.',
  })
  @ApiWhole(KnowledgeResponse)
  @ApiProblems('invalid-query')
  listKnowledge(@Includes([]) _none: unknown): Promise<KnowledgeResponse[]> {
    return this.states.list();
  }
}
