import { Module } from '@nestjs/common';
import { AdvisoryModule } from '../../advisory/advisory.module';
import { FavoriteModule } from '../../favorite/favorite.module';
import { SourceModule } from '../../source/source.module';
import { UserModule } from '../../access/user/user.module';
import { LifecycleModule } from '../../version/lifecycle/lifecycle.module';
import { VersionModule } from '../../version/versions/version.module';
import { GroupController } from '../group/group.controller';
import { GroupRepository } from '../group/group.repository';
import { GroupService } from '../group/group.service';
import { InventoryFavorites } from './inventory-favorites';
import { InventoryImport } from './inventory-import';
import { InventoryPlanner } from './inventory-planner';
import { InventoryTags } from './inventory-tags';
import { InventoryUploads } from './inventory-uploads';
import { InventoryWriter } from './inventory-writer';
import { LabelPolicies } from './label-policies';
import { InventoryRepository } from '../store/inventory.repository';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';
import { LookupModule } from '../../lookup/lookup.module';
import { DecisionController } from './decision.controller';
import { DecisionService } from './decision.service';
import { DecisionRepository } from '../store/decision.repository';
import { SameUpload } from './same-upload';
import { UnmatchedListSchedule } from '../store/unmatched-list.schedule';
import { UploadStateRepository } from '../store/upload-state.repository';
import { UnmatchedService } from './unmatched.service';
import { UploadReader } from './upload-reader';
import { VersionFactsReader } from './version-facts';

@Module({
  imports: [AdvisoryModule, FavoriteModule, LifecycleModule, LookupModule, SourceModule, UserModule, VersionModule],
  controllers: [InventoryController, DecisionController, GroupController],
  providers: [
    InventoryRepository,
    GroupRepository,
    GroupService,
    DecisionRepository,
    InventoryService,
    UnmatchedService,
    DecisionService,
    InventoryFavorites,
    InventoryImport,
    InventoryPlanner,
    InventoryWriter,
    InventoryTags,
    InventoryUploads,
    LabelPolicies,
    SameUpload,
    UploadStateRepository,
    UnmatchedListSchedule,
    UploadReader,
    VersionFactsReader,
  ],
  exports: [GroupRepository, InventoryRepository, InventoryService, InventoryUploads, UploadReader],
})
export class InventoryModule {}
