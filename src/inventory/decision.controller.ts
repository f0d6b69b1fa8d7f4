import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { INVENTORY_NAME } from '../favorite/deployment/deployment.list';
import { DecisionService } from './decision.service';
import { AcceptDto, DecideDto, MatchDto, UndoUploadDto } from './dto/decision.dto';
import { AcceptedDeployments, DecisionResponse, MatchResponse, UndoneUpload } from './dto/decision.response';
import { InventoryUndo } from './inventory-undo';
import { WaitingService } from './waiting.service';
import { decisionList } from './store/decision.list';

const ApiName = () =>
  ApiParam({
    name: 'name',
    schema: { type: 'string', pattern: INVENTORY_NAME.source },
    description: 'Name of the inventory.',
  });

const BODY_PROBLEMS = [
  'invalid-json',
  'conflict',
  'limit-reached',
  'too-large',
  'unsupported-media-type',
  'invalid-body',
] as const;

@ApiTags('Inventories')
@ApiBearerAuth()
@Controller('api/v1/inventory/:name')
export class DecisionController {
  constructor(
    private readonly decisions: DecisionService,
    private readonly uploads: InventoryUndo,
    private readonly waiting: WaitingService,
  ) {}

  @Get('decision')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List decisions about components',
    description: 'Components of an inventory that the caller has said the product of, or ignores.',
  })
  @ApiName()
  @ApiList(DecisionResponse, decisionList)
  @ApiProblems('not-found')
  listDecisions(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @ListQuery(decisionList) request: ListRequest,
  ) {
    return this.decisions.list(caller, name, request);
  }

  @Post('decision')
  @HttpCode(200)
  @NeedsScope('inventory:write')
  @ApiOperation({
    summary: 'Decide about components',
    description:
      'Says that components of an inventory are a product, or ignores them. Every upload follows it, whatever the version. What the last upload ' +
      'named and is known now is added to the inventory. Makes the inventory if there is none.',
  })
  @ApiName()
  @ApiOne(MatchResponse)
  @ApiProblems(...BODY_PROBLEMS)
  decideAboutComponents(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @Input() input: DecideDto,
    @RequestLinks() links: Links,
  ) {
    return this.decisions.decide(caller, name, input, links);
  }

  @Delete('decision/:id')
  @HttpCode(204)
  @NeedsScope('inventory:write')
  @ApiOperation({
    summary: 'Delete a decision',
    description: 'What was ignored is unknown again. What was a product stays one until the next upload.',
  })
  @ApiName()
  @ApiId('decision')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteDecision(@Caller() caller: Principal, @Param('name') name: string, @Id('decision') id: string) {
    return this.decisions.remove(caller, name, id);
  }

  @Post('unmatched/match')
  @HttpCode(200)
  @NeedsScope('inventory:write')
  @ApiOperation({
    summary: 'Look for unknown components again',
    description:
      'Adds to the inventory what the last upload named and is known now, such as a product that was added since.',
  })
  @ApiName()
  @ApiOne(MatchResponse)
  @ApiProblems(...BODY_PROBLEMS, 'not-found')
  matchUnmatchedComponents(@Caller() caller: Principal, @Param('name') name: string, @Input() input: MatchDto) {
    return this.decisions.match(caller, name, input.allow_lower ?? false);
  }

  @Post('deployment/accept')
  @HttpCode(200)
  @NeedsScope('inventory:write')
  @ApiOperation({
    summary: 'Accept lower versions',
    description:
      'Deployments that wait count from now on: their favorites show the lowest versions in use, as with `lower` in an upload.',
  })
  @ApiName()
  @ApiOne(AcceptedDeployments)
  @ApiProblems('invalid-json', 'conflict', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body')
  acceptDeployments(@Caller() caller: Principal, @Param('name') name: string, @Input() input: AcceptDto) {
    return this.waiting.accept(caller, name, input);
  }

  @Post('undo')
  @HttpCode(200)
  @NeedsScope('inventory:write')
  @ApiOperation({
    summary: 'Undo an upload',
    description:
      'Takes the last upload of an inventory back: its deployments are those of before, and favorites have the versions that they had, unless ' +
      'they were changed since. What it listed as unknown stays listed.',
  })
  @ApiName()
  @ApiOne(UndoneUpload)
  @ApiProblems('conflict', 'not-found', 'invalid-body')
  undoUpload(@Caller() caller: Principal, @Param('name') name: string, @Input() input: UndoUploadDto) {
    return this.uploads.undo(caller, name, input.upload);
  }
}
