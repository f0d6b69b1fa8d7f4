import { Module } from '@nestjs/common';
import { PublisherModule } from '../../publisher/publisher.module';
import { SoftwareModule } from '../../software/software.module';
import { SourceModule } from '../../source/source.module';
import { ComponentMatcher } from './component-matcher';
import { MatchingRepository, NearestRepository } from './matching.repository';
import { NearestProducts } from './nearest-products';
import { ProductMaker } from './product-maker';
import { VersionFinder } from './version-finder';

@Module({
  imports: [PublisherModule, SoftwareModule, SourceModule],
  providers: [ComponentMatcher, MatchingRepository, NearestProducts, NearestRepository, ProductMaker, VersionFinder],
  exports: [ComponentMatcher, MatchingRepository, ProductMaker, VersionFinder],
})
export class MatchingModule {}
