import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiOne, ApiProblems, ApiWhole } from '../../common/api/docs';
import { Includes } from '../../common/api/request';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
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
  listKnowledge(@Includes([]) _none: unknown): Promise<KnowledgeResponse[]> {
    return this.states.list();
  }

  @Post('knowledge/:provider/accept')
  @HttpCode(200)
  @NeedsScope('admin')
  @ApiOperation({
    summary: 'Accept an import that is held',
    description:
      'Lets the last import of a provider count, although it changes what is known of many products. 409 when none is held.',
  })
  @ApiParam({ name: 'provider', schema: { type: 'string', maxLength: 32 }, description: 'As in `GET /knowledge`.' })
  @ApiOne(KnowledgeResponse)
  @ApiProblems('not-found', 'conflict')
  acceptKnowledge(@Caller() caller: Principal, @Param('provider') provider: string): Promise<KnowledgeResponse> {
    return this.states.accept(caller, provider);
  }
}
