import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../../common/outgoing-http/outgoing-http.module';
import { AdvisoryModule } from '../../advisory/advisory.module';
import { LifecycleModule } from '../../version/lifecycle/lifecycle.module';
import { VersionModule } from '../../version/versions/version.module';
import { KnowledgeController } from './knowledge.controller';
import { KnowledgeMetrics } from './knowledge.metrics';
import { KnowledgeRepository } from './knowledge.repository';
import { KnowledgeSchedule } from './knowledge.schedule';
import { KnowledgeService } from './knowledge.service';
import { KnowledgeStateService } from './knowledge-state.service';
import { knowledgeProviders } from './providers';
import { KnowledgeMatchRepository } from './providers/knowledge-match.repository';
import { ProductMatcher } from './providers/product-matcher';

@Module({
  imports: [OutgoingHttpModule, VersionModule, LifecycleModule, AdvisoryModule],
  controllers: [KnowledgeController],
  providers: [
    ...knowledgeProviders,
    KnowledgeMatchRepository,
    ProductMatcher,
    KnowledgeRepository,
    KnowledgeMetrics,
    KnowledgeService,
    KnowledgeStateService,
    KnowledgeSchedule,
  ],
})
export class KnowledgeModule {}
