import { Controller, Delete, Get, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiList, ApiNothing, ApiOne, Endpoint, switchParameter } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, Includes, ListQuery, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import type { ListRequest } from '../../api/list/list-request';
import { parseMoment } from '../../common/time/utc-timestamp';
import { Problem } from '../../api/problem/problem';
import { CreatedTokenResponse, CreateTokenDto, TokenResponse } from './dto/token.dto';
import { Caller, type Principal } from '../../api/identity/principal';
import { tokenList } from './token.list';
import { TokenService } from './token.service';

@ApiTags('Tokens')
@Controller('api/v1/token')
export class TokenController {
  constructor(private readonly tokens: TokenService) {}

  @Get()
  @Endpoint(
    "List the caller's tokens",
    'Without the tokens themselves, which are shown only once, when they are created.',
    { scope: 'read', answers: ApiList(TokenResponse, tokenList) },
  )
  listTokens(@Caller() caller: Principal, @ListQuery(tokenList) request: ListRequest) {
    return this.tokens.list(caller, request);
  }

  @Post()
  @Endpoint(
    'Create a token',
    'Its scopes and lifetime cannot exceed those of the calling token. The response is 401 if that token was revoked meanwhile, on ' +
      'any replica. A user has at most `TOKENS_PER_USER`; expired tokens do not count.',
    { scope: 'write', answers: ApiOne(CreatedTokenResponse, 201), problems: ['limit-reached'] },
  )
  async createToken(
    @Caller() caller: Principal,
    @Input() input: CreateTokenDto,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.tokens.create(caller, { ...input, expiresAt: readExpiry(input.expires_at) });
    response.location(links.to(`token/${token.id}`));
    return token;
  }

  @Delete(':id')
  @Endpoint(
    'Revoke a token',
    'Takes effect on every replica within five seconds. Tokens created with it stay valid, unless `offspring` is given: then all its ' +
      'descendants are revoked too, also when it is revoked already. `GET /token?parent=<id>` lists its children.',
    { scope: 'write', answers: ApiNothing('Revoked.') },
  )
  @switchParameter('offspring', 'Also revokes its descendants')
  revokeToken(
    @Caller() caller: Principal,
    @Id('token') id: string,
    @Includes(['offspring']) options: ReadonlySet<string>,
  ) {
    return this.tokens.revoke(caller, id, options.has('offspring'));
  }
}

function readExpiry(text: string | null | undefined) {
  if (text == null) return null;
  const moment = parseMoment(text);
  if (moment === null) throw Problem.field('expires_at', 'must be an ISO 8601 date or datetime');
  return moment;
}
