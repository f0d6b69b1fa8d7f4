import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, ListQuery, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { InvitationResponse, InviteUserDto, LinkForUserDto } from './dto/invitation.dto';
import { ListedUserResponse } from './dto/listed-user.response';
import { OverviewResponse } from './dto/overview.response';
import { SignInLinks } from '../../access/auth/session/sign-in-links';
import { InvitationService } from './invitation.service';
import { OperatorService } from './operator.service';
import { userList } from './user.list';

@ApiTags('Operator')
@Controller('api/v1')
export class OperatorController {
  constructor(
    private readonly operator: OperatorService,
    private readonly invitations: InvitationService,
    private readonly links: SignInLinks,
  ) {}

  @Get('overview')
  @Endpoint(
    'Get an overview of the installation',
    'What runs, what fails and what waits, as the process that answers knows it. null: not known, as the database did not answer.',
    { scope: 'admin', answers: ApiOne(OverviewResponse) },
  )
  getOverview() {
    return this.operator.overview();
  }

  @Get('user')
  @Endpoint('List users', 'How much each tracks, and when they were last seen.', {
    scope: 'admin',
    answers: ApiList(ListedUserResponse, userList),
  })
  listUsers(@ListQuery(userList) request: ListRequest) {
    return this.operator.users(request);
  }
  @Post('user')
  @Endpoint(
    'Invite somebody',
    'Makes a user, and a link that signs them in once, within seven days. It is shown in this response only, and sent to `email` where ' +
      'this installation can send mails. In a session the sign-in must be less than an hour ago.',
    { scope: 'admin', answers: ApiOne(InvitationResponse, 201), problems: ['conflict', 'sign-in-again'] },
  )
  inviteUser(@Caller() caller: Principal, @Input() input: InviteUserDto, @RequestLinks() links: Links) {
    return this.invitations.invite(caller, input, links);
  }

  @Post('user/:id/link')
  @Endpoint(
    'Make another link for somebody who was invited',
    'The links before it work no more. 409 for a user who has a session, a token, a favorite or a channel: they sign in by themselves.',
    { scope: 'admin', answers: ApiOne(InvitationResponse, 201), problems: ['conflict', 'sign-in-again'] },
  )
  createUserLink(
    @Caller() caller: Principal,
    @Id('user') id: string,
    @Input() { scopes }: LinkForUserDto,
    @RequestLinks() links: Links,
  ) {
    return this.invitations.inviteAgain(caller, id, scopes, links);
  }

  @Delete('user/:id/link')
  @Endpoint('Take a link back', 'Links for this user that operators have made and nobody has used work no more.', {
    scope: 'admin',
    answers: ApiNothing('Taken back.'),
  })
  deleteUserLink(@Caller() caller: Principal, @Id('user') id: string) {
    return this.links.takeBack(caller, id);
  }
}
