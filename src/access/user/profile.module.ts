import { Module } from '@nestjs/common';
import { ProfileController } from './profile.controller';
import { UserModule } from './user.module';

/** Apart from `UserModule`, so that commands about users do not load what requests need. */
@Module({ imports: [UserModule], controllers: [ProfileController] })
export class ProfileModule {}
