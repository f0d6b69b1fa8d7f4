import { Module } from '@nestjs/common';
import { ProfileService } from './profile.service';
import { UserRepository } from './user.repository';
import { UserService } from './user.service';

@Module({
  providers: [UserRepository, UserService, ProfileService],
  exports: [UserRepository, UserService, ProfileService],
})
export class UserModule {}
