import { Module } from '@nestjs/common';
import { VersionModule } from '../../versions/version.module';
import { NoteTextModule } from '../text/note-text.module';
import { NoteRecorder } from './note-recorder';
import { NoteStore } from './note-store';
import { NoteStoreRepository } from './note-store.repository';

@Module({
  imports: [VersionModule, NoteTextModule],
  providers: [NoteStore, NoteRecorder, NoteStoreRepository],
  exports: [NoteStore, NoteRecorder, NoteTextModule],
})
export class NoteStoreModule {}
