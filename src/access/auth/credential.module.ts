import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module';
import { SessionRepository } from './session/session.repository';
import { SessionService } from './session/session.service';
import { SignInLinkRepository } from './session/sign-in-link.repository';
import { SignInLinks } from './session/sign-in-links';
import { TokenRepository } from './token.repository';
import { TokenService } from './token.service';

/** Tokens, sessions and sign-in links, without the requests that use them: what the command line needs. */
@Module({
  imports: [UserModule],
  providers: [TokenRepository, TokenService, SessionRepository, SessionService, SignInLinkRepository, SignInLinks],
  exports: [TokenRepository, TokenService, SessionService, SignInLinks],
})
export class CredentialModule {}
