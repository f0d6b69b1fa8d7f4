import { Module } from '@nestjs/common';
import { SoftwareModule } from '../software/software.module';
import { SourceModule } from '../source/source.module';
import { NotesCommand } from './notes-command';
import { NotesCommandRepository } from './notes-command.repository';
import { NoteStoreModule } from './store/note-store.module';

@Module({
  imports: [SoftwareModule, SourceModule, NoteStoreModule],
  providers: [NotesCommand, NotesCommandRepository],
})
export class NotesCommandModule {}
