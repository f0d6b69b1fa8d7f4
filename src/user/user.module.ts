import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { ProfileController } from './profile.controller';
import { ProfileService } from './profile.service';
import { TokenController } from './token.controller';
import { TokenService } from './token.service';

@Module({
  controllers: [ProfileController, TokenController],
  providers: [TokenService, ProfileService, BearerStrategy, { provide: APP_GUARD, useClass: BearerGuard }],
  exports: [TokenService, ProfileService],
})
export class UserModule {}
