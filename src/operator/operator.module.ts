import { Module } from '@nestjs/common';
import { SourceModule } from '../source/source.module';
import { OperatorController } from './operator.controller';
import { OperatorRepository } from './operator.repository';
import { OperatorService } from './operator.service';

@Module({
  imports: [SourceModule],
  controllers: [OperatorController],
  providers: [OperatorService, OperatorRepository],
})
export class OperatorModule {}
