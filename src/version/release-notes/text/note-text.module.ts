import { Module } from '@nestjs/common';
import { ChangelogSplitter, NoteReader } from './note-reader';

@Module({ providers: [NoteReader, ChangelogSplitter], exports: [NoteReader, ChangelogSplitter] })
export class NoteTextModule {}
