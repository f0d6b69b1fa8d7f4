import { Module } from '@nestjs/common';
import { FavoriteModule } from '../../favorite/favorite.module';
import { SourceModule } from '../../source/source.module';
import { UserModule } from '../../access/user/user.module';
import { VersionModule } from '../../version/versions/version.module';
import { InventoryFavorites } from './inventory-favorites';
import { InventoryImport } from './inventory-import';
import { InventoryPlanner } from './inventory-planner';
import { InventoryTags } from './inventory-tags';
import { InventoryWriter } from './inventory-writer';
import { InventoryRepository } from '../store/inventory.repository';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';
import { LookupModule } from '../../lookup/lookup.module';
import { DecisionController } from './decision.controller';
import { DecisionService } from './decision.service';
import { DecisionRepository } from '../store/decision.repository';
import { UnmatchedService } from './unmatched.service';
import { UploadReader } from './upload-reader';

@Module({
  imports: [FavoriteModule, LookupModule, SourceModule, UserModule, VersionModule],
  controllers: [InventoryController, DecisionController],
  providers: [
    InventoryRepository,
    DecisionRepository,
    InventoryService,
    UnmatchedService,
    DecisionService,
    InventoryFavorites,
    InventoryImport,
    InventoryPlanner,
    InventoryWriter,
    InventoryTags,
    UploadReader,
  ],
  exports: [InventoryRepository, InventoryService, InventoryImport, UploadReader],
})
export class InventoryModule {}
