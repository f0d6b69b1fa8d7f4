import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { InvitationResponse, InviteUserDto, LinkForUserDto } from './dto/invitation.dto';
import { ListedUserResponse } from './dto/listed-user.response';
import { OverviewResponse } from './dto/overview.response';
import { InvitationService } from './invitation.service';
import { OperatorService } from './operator.service';
import { userList } from './user.list';

@ApiTags('Operator')
@ApiBearerAuth()
@NeedsScope('admin')
@Controller('api/v1')
export class OperatorController {
  constructor(
    private readonly operator: OperatorService,
    private readonly invitations: InvitationService,
  ) {}

  @Get('overview')
  @ApiOperation({
    summary: 'Get an overview of the installation',
    description:
      'What runs, what fails and what waits, as the process that answers knows it. null: not known, as the database did not answer.',
  })
  @ApiOne(OverviewResponse)
  getOverview(@Includes([]) _none: unknown) {
    return this.operator.overview();
  }

  @Get('user')
  @ApiOperation({ summary: 'List users', description: 'How much each tracks, and when they were last seen.' })
  @ApiList(ListedUserResponse, userList)
  listUsers(@ListQuery(userList) request: ListRequest) {
    return this.operator.users(request);
  }
  @Post('user')
  @ApiOperation({
    summary: 'Invite somebody',
    description:
      'Makes a user, and a link that signs them in once, within seven days. It is shown in this response only, and sent to `email` where ' +
      'this installation can send mails. In a session the sign-in must be less than an hour ago.',
  })
  @ApiOne(InvitationResponse, 201)
  @ApiProblems('conflict', 'sign-in-again', 'invalid-body')
  inviteUser(@Caller() caller: Principal, @Input() input: InviteUserDto, @RequestLinks() links: Links) {
    return this.invitations.invite(caller, input, links);
  }

  @Post('user/:id/link')
  @ApiOperation({
    summary: 'Make another link for somebody who was invited',
    description:
      'The links before it work no more. 409 for a user who has a session, a token, a favorite or a channel: they sign in by themselves.',
  })
  @ApiId('user')
  @ApiOne(InvitationResponse, 201)
  @ApiProblems('not-found', 'conflict', 'sign-in-again', 'invalid-body')
  createUserLink(
    @Caller() caller: Principal,
    @Id('user') id: string,
    @Input() { scopes }: LinkForUserDto,
    @RequestLinks() links: Links,
  ) {
    return this.invitations.inviteAgain(caller, id, scopes, links);
  }

  @Delete('user/:id/link')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Take a link back',
    description: 'Links for this user that operators have made and nobody has used work no more.',
  })
  @ApiId('user')
  @ApiResponse({ status: 204, description: 'Taken back.' })
  @ApiProblems('not-found')
  deleteUserLink(@Caller() caller: Principal, @Id('user') id: string) {
    return this.invitations.takeBack(caller, id);
  }
}
