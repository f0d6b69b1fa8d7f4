import { Module } from '@nestjs/common';
import { VersionModule } from '../versions/version.module';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';
import { NoteViews } from './note-views';
import { NoteStoreModule } from './store/note-store.module';

@Module({
  imports: [VersionModule, NoteStoreModule],
  controllers: [ChangesController],
  providers: [ChangesService, ChangesRepository, NoteViews],
  exports: [ChangesService, ChangesRepository, NoteViews, NoteStoreModule],
})
export class ReleaseNotesModule {}
