import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiOne, ApiWhole, Endpoint } from '../../api/endpoint/docs';
import { Caller, type Principal } from '../../api/identity/principal';
import { KnowledgeResponse } from './dto/knowledge.response';
import { KnowledgeStateService } from './knowledge-state.service';

@ApiTags('Sources')
@Controller('api/v1')
export class KnowledgeController {
  constructor(private readonly states: KnowledgeStateService) {}

  @Get('knowledge')
  @Endpoint(
    'List providers of knowledge',
    'Who tells facts about many products at once, such as until when they are supported, and how new these are.',
    { scope: 'read', answers: ApiWhole(KnowledgeResponse) },
  )
  listKnowledge(): Promise<KnowledgeResponse[]> {
    return this.states.list();
  }

  @Post('knowledge/:provider/accept')
  @Endpoint(
    'Accept an import that is held',
    'Lets the last import of a provider count, although it changes what is known of many products. 409 when none is held.',
    { scope: 'admin', answers: ApiOne(KnowledgeResponse), problems: ['not-found', 'conflict'] },
  )
  @ApiParam({ name: 'provider', schema: { type: 'string', maxLength: 32 }, description: 'As in `GET /knowledge`.' })
  acceptKnowledge(@Caller() caller: Principal, @Param('provider') provider: string): Promise<KnowledgeResponse> {
    return this.states.accept(caller, provider);
  }
}
