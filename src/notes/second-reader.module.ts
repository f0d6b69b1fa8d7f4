import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { SourceModule } from '../source/source.module';
import { NotesCommand } from './notes-command';
import { NotesCommandRepository } from './notes-command.repository';
import { SecondReader } from './second-reader';
import { SecondReaderRepository } from './second-reader.repository';
import { SecondReaderSchedule } from './second-reader.schedule';
import { NoteStoreModule } from './store/note-store.module';

@Module({
  imports: [OutgoingHttpModule, SourceModule, NoteStoreModule],
  providers: [SecondReader, SecondReaderRepository, SecondReaderSchedule, NotesCommand, NotesCommandRepository],
  exports: [SecondReader],
})
export class SecondReaderModule {}
