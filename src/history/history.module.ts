import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { InventoryModule } from '../inventory/upload/inventory.module';
import { HistoryController } from './history.controller';
import { HistoryRepository } from './history.repository';
import { HistoryService } from './history.service';
import { UndoStates } from './undo-states';

@Module({
  imports: [FavoriteModule, InventoryModule],
  controllers: [HistoryController],
  providers: [HistoryService, HistoryRepository, UndoStates],
})
export class HistoryModule {}
