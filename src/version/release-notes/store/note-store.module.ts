import { Module } from '@nestjs/common';
import { VersionModule } from '../../versions/version.module';
import { ChangelogSplitter, NoteReader } from '../text/note-reader';
import { NoteRecorder } from './note-recorder';
import { NoteStore } from './note-store';
import { NoteStoreRepository } from './note-store.repository';

@Module({
  imports: [VersionModule],
  providers: [NoteStore, NoteRecorder, NoteStoreRepository, NoteReader, ChangelogSplitter],
  exports: [NoteStore, NoteRecorder, NoteReader, ChangelogSplitter],
})
export class NoteStoreModule {}
