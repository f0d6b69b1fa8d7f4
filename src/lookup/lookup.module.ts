import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { VersionModule } from '../version/versions/version.module';
import { AddressResolver } from './address-resolver';
import { ContentReader } from './content/content-reader';
import { FavoriteCreator } from './favorite-creator';
import { FavoriteCreatorController } from './favorite-creator.controller';
import { KnownProducts } from './known-products';
import { LookupLimit } from './lookup-limit';
import { LookupController } from './lookup.controller';
import { LookupRepository } from './lookup.repository';
import { LookupService } from './lookup.service';
import { ImageDigestRepository } from './image/image-digest.repository';
import { ImageDigestUpkeep } from './image/image-digest.upkeep';
import { ImageDigests } from './image/image-digests';
import { ImageMatcher } from './image/image-matcher';
import { ComponentMatcher } from './matching/component-matcher';
import { MatchingRepository } from './matching/matching.repository';
import { NearestRepository } from './matching/nearest.repository';
import { ProductMaker } from './matching/product-maker';
import { NewProduct } from './new-product';
import { ProductAdder } from './product-adder';
import { ProductWriter } from './product-writer';
import { ResolvedAddresses } from './resolved-addresses';

@Module({
  imports: [FavoriteModule, SoftwareModule, SourceModule, VersionModule],
  controllers: [LookupController, FavoriteCreatorController],
  providers: [
    AddressResolver,
    ComponentMatcher,
    ContentReader,
    FavoriteCreator,
    ImageDigestRepository,
    ImageDigestUpkeep,
    ImageDigests,
    ImageMatcher,
    KnownProducts,
    LookupLimit,
    LookupRepository,
    LookupService,
    MatchingRepository,
    NearestRepository,
    NewProduct,
    ProductAdder,
    ProductMaker,
    ProductWriter,
    ResolvedAddresses,
  ],
  exports: [ComponentMatcher, ImageMatcher, LookupService, MatchingRepository, NearestRepository, ProductMaker],
})
export class LookupModule {}
