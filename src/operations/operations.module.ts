import { Module } from '@nestjs/common';
import { CredentialModule } from '../access/auth/credential.module';
import { UserModule } from '../access/user/user.module';
import { NotificationModule } from '../notification/notification.module';
import { SourceModule } from '../source/source.module';
import { HealthController } from './health/health.controller';
import { HealthMetrics } from './health/health.metrics';
import { HealthService } from './health/health.service';
import { InvitationService } from './operator/invitation.service';
import { OperatorController } from './operator/operator.controller';
import { OperatorRepository } from './operator/operator.repository';
import { OperatorService } from './operator/operator.service';

@Module({
  imports: [CredentialModule, UserModule, NotificationModule, SourceModule],
  controllers: [HealthController, OperatorController],
  providers: [HealthService, HealthMetrics, OperatorService, InvitationService, OperatorRepository],
})
export class OperationsModule {}
