import { Module } from '@nestjs/common';
import { PublisherModule } from '../../publisher/publisher.module';
import { SoftwareModule } from '../../software/software.module';
import { SourceModule } from '../../source/source.module';
import { ComponentMatcher } from './component-matcher';
import { MatchingRepository, NearestRepository } from './matching.repository';
import { NearestProducts } from './nearest-products';
import { ProductMaker } from './product-maker';

@Module({
  imports: [PublisherModule, SoftwareModule, SourceModule],
  providers: [ComponentMatcher, MatchingRepository, NearestProducts, NearestRepository, ProductMaker],
  exports: [ComponentMatcher, MatchingRepository, ProductMaker],
})
export class MatchingModule {}
