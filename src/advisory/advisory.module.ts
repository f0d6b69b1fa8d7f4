import { Module } from '@nestjs/common';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { SoftwareModule } from '../software/software.module';
import { VersionModule } from '../version/versions/version.module';
import { AdvisoryCheck } from './advisory-check';
import { AdvisoryController } from './advisory.controller';
import { AdvisoryService } from './advisory.service';
import { AdvisoryImport } from './store/advisory-import';
import { AdvisoryImportRepository } from './store/advisory-import.repository';
import { AdvisoryRepository } from './store/advisory.repository';
import { AssessmentRepository } from './store/assessment.repository';
import { AssessmentService } from './store/assessment.service';
import { ExploitRepository } from './store/exploit.repository';
import { ExploitStore } from './store/exploit-store';

@Module({
  imports: [SoftwareModule, VersionModule, LifecycleModule],
  controllers: [AdvisoryController],
  providers: [
    AdvisoryService,
    AdvisoryCheck,
    AdvisoryRepository,
    AdvisoryImportRepository,
    AdvisoryImport,
    ExploitRepository,
    ExploitStore,
    AssessmentRepository,
    AssessmentService,
  ],
  exports: [
    AdvisoryRepository,
    AdvisoryImport,
    AdvisoryImportRepository,
    AssessmentService,
    ExploitRepository,
    ExploitStore,
  ],
})
export class AdvisoryModule {}
