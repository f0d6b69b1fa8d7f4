import { Module } from '@nestjs/common';
import { CredentialModule } from '../../access/auth/credential.module';
import { UserModule } from '../../access/user/user.module';
import { NotificationModule } from '../../notification/notification.module';
import { SourceModule } from '../../source/source.module';
import { InvitationService } from './invitation.service';
import { OperatorController } from './operator.controller';
import { OperatorRepository } from './operator.repository';
import { OperatorService } from './operator.service';

@Module({
  imports: [CredentialModule, UserModule, NotificationModule, SourceModule],
  controllers: [OperatorController],
  providers: [OperatorService, InvitationService, OperatorRepository],
})
export class OperatorModule {}
