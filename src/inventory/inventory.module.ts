import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { SourceModule } from '../source/source.module';
import { UserModule } from '../user/user.module';
import { VersionModule } from '../version/version.module';
import { InventoryImport } from './inventory-import';
import { InventoryPlanner } from './inventory-planner';
import { LoweringService } from './lowering.service';
import { InventoryWriter } from './inventory-writer';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';
import { MatchingModule } from './matching/matching.module';
import { InventoryStoreModule } from './store/inventory-store.module';
import { UploadReader } from './upload-reader';

@Module({
  imports: [FavoriteModule, InventoryStoreModule, MatchingModule, SourceModule, UserModule, VersionModule],
  controllers: [InventoryController],
  providers: [InventoryService, InventoryImport, InventoryPlanner, LoweringService, InventoryWriter, UploadReader],
  exports: [InventoryService, InventoryImport],
})
export class InventoryModule {}
