import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, ListQuery, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { DecisionService } from './decision.service';
import { AcceptDto, DecideDto, MatchDto } from './dto/decision.dto';
import { AcceptedDeployments, DecisionResponse, MatchResponse } from './dto/decision.response';
import { ApiName } from './inventory.controller';
import { WaitingService } from './waiting.service';
import { decisionList } from '../store/decision.list';

@ApiTags('Inventories')
@ApiName()
@Controller('api/v1/inventory/:name')
export class DecisionController {
  constructor(
    private readonly decisions: DecisionService,
    private readonly waiting: WaitingService,
  ) {}

  @Get('decision')
  @Endpoint(
    'List decisions about components',
    'Components of an inventory that the caller has said the product of, or ignores.',
    { scope: 'read', answers: ApiList(DecisionResponse, decisionList), problems: ['not-found'] },
  )
  listDecisions(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @ListQuery(decisionList) request: ListRequest,
  ) {
    return this.decisions.list(caller, name, request);
  }

  @Post('decision')
  @Endpoint(
    'Decide about components',
    'Says that components of an inventory are a product, or ignores them. Every upload follows it, whatever the version. What the last upload ' +
      'named and is known now is added to the inventory. Makes the inventory if there is none.',
    { scope: 'inventory:write', answers: ApiOne(MatchResponse), problems: ['conflict', 'limit-reached'] },
  )
  decideAboutComponents(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @Input() input: DecideDto,
    @RequestLinks() links: Links,
  ) {
    return this.decisions.decide(caller, name, input, links);
  }

  @Delete('decision/:id')
  @Endpoint(
    'Delete a decision',
    'What was ignored is unknown again. What was a product stays one until the next upload.',
    { scope: 'inventory:write', answers: ApiNothing('Deleted.') },
  )
  deleteDecision(@Caller() caller: Principal, @Param('name') name: string, @Id('decision') id: string) {
    return this.decisions.remove(caller, name, id);
  }

  @Post('unmatched/match')
  @Endpoint(
    'Look for unknown components again',
    'Adds to the inventory what the last upload named and is known now, such as a product that was added since.',
    { scope: 'inventory:write', answers: ApiOne(MatchResponse), problems: ['conflict', 'limit-reached', 'not-found'] },
  )
  matchUnmatchedComponents(@Caller() caller: Principal, @Param('name') name: string, @Input() input: MatchDto) {
    return this.decisions.match(caller, name, input.allow_lower ?? false);
  }

  @Post('deployment/accept')
  @Endpoint(
    'Accept lower versions',
    'Deployments that wait count from now on: their favorites show the lowest versions in use, as with `lower` in an upload.',
    { scope: 'inventory:write', answers: ApiOne(AcceptedDeployments), problems: ['conflict', 'not-found'] },
  )
  acceptDeployments(@Caller() caller: Principal, @Param('name') name: string, @Input() input: AcceptDto) {
    return this.waiting.accept(caller, name, input);
  }
}
