import { Module } from '@nestjs/common';
import { NoteStore } from './note-store';
import { NoteStoreRepository } from './note-store.repository';

@Module({
  providers: [NoteStore, NoteStoreRepository],
  exports: [NoteStore],
})
export class NoteStoreModule {}
