import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOne, ApiProblems } from '../../common/api/docs';
import type { Links } from '../../common/api/links';
import { Includes, RequestLinks } from '../../common/api/request';
import { Public } from '../../common/identity/principal';
import { SignInMethodsResponse } from './session/dto/session.dto';
import { SignInService } from './sign-in.service';

@ApiTags('Sessions')
@Controller('api/v1/sign-in')
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'List the ways to sign in', description: 'Needs no token.' })
  @ApiOne(SignInMethodsResponse)
  @ApiProblems('invalid-query')
  listSignInMethods(@Includes([]) _none: unknown, @RequestLinks() links: Links) {
    return this.signIn.methods(links);
  }
}
