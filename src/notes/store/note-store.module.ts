import { Module } from '@nestjs/common';
import { VersionModule } from '../../version/version.module';
import { NoteRecorder } from './note-recorder';
import { NoteStore } from './note-store';
import { NoteStoreRepository } from './note-store.repository';

@Module({
  imports: [VersionModule],
  providers: [NoteStore, NoteRecorder, NoteStoreRepository],
  exports: [NoteStore, NoteRecorder],
})
export class NoteStoreModule {}
