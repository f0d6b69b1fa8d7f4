import { Module } from '@nestjs/common';
import { DeploymentRepository } from './deployment.repository';
import { InventoryRepository } from './inventory.repository';

@Module({
  providers: [DeploymentRepository, InventoryRepository],
  exports: [DeploymentRepository, InventoryRepository],
})
export class InventoryStoreModule {}
