import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { SourceModule } from '../source/source.module';
import { UserModule } from '../access/user/user.module';
import { VersionModule } from '../version/version.module';
import { InventoryImport } from './inventory-import';
import { InventoryPlanner } from './inventory-planner';
import { LoweringService } from './lowering.service';
import { InventoryWriter } from './inventory-writer';
import { InventoryRepository } from './store/inventory.repository';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';
import { MatchingModule } from './matching/matching.module';
import { DeploymentModule } from '../favorite/deployment/deployment.module';
import { UploadReader } from './upload-reader';

@Module({
  imports: [FavoriteModule, DeploymentModule, MatchingModule, SourceModule, UserModule, VersionModule],
  controllers: [InventoryController],
  providers: [
    InventoryRepository,
    InventoryService,
    InventoryImport,
    InventoryPlanner,
    LoweringService,
    InventoryWriter,
    UploadReader,
  ],
  exports: [InventoryRepository, InventoryService, InventoryImport, UploadReader],
})
export class InventoryModule {}
