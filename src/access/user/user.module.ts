import { Module } from '@nestjs/common';
import { ProfileController } from './profile.controller';
import { ProfileService } from './profile.service';
import { UserRepository } from './user.repository';
import { UserService } from './user.service';

@Module({
  controllers: [ProfileController],
  providers: [UserRepository, UserService, ProfileService],
  exports: [UserRepository, UserService, ProfileService],
})
export class UserModule {}
