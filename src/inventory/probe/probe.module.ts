import { Module } from '@nestjs/common';
import { UserModule } from '../../access/user/user.module';
import { OutgoingHttpModule } from '../../common/outgoing-http/outgoing-http.module';
import { SecretBox } from '../../common/secret-box';
import { FavoriteModule } from '../../favorite/favorite.module';
import { InventoryModule } from '../upload/inventory.module';
import { LookupModule } from '../../lookup/lookup.module';
import { SourceModule } from '../../source/source.module';
import { VersionModule } from '../../version/versions/version.module';
import { ProbeAsker } from './probe-asker';
import { ProbeController } from './probe.controller';
import { ProbeDeployments } from './probe-deployments';
import { ProbeImport } from './probe-import';
import { ProbeRecorder } from './probe-recorder';
import { ProbeRepository } from './probe.repository';
import { ProbeSchedule } from './probe.schedule';
import { ProbeService } from './probe.service';

@Module({
  imports: [FavoriteModule, InventoryModule, LookupModule, OutgoingHttpModule, SourceModule, UserModule, VersionModule],
  controllers: [ProbeController],
  providers: [
    ProbeAsker,
    ProbeDeployments,
    ProbeImport,
    ProbeRecorder,
    ProbeRepository,
    ProbeSchedule,
    ProbeService,
    SecretBox,
  ],
  exports: [ProbeRepository, ProbeService],
})
export class ProbeModule {}
