import { Module } from '@nestjs/common';
import { ChangelogSplitter } from './changelog-splitter';
import { NoteReader } from './note-reader';

@Module({ providers: [NoteReader, ChangelogSplitter], exports: [NoteReader, ChangelogSplitter] })
export class NoteTextModule {}
