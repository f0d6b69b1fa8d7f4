import { Module } from '@nestjs/common';
import { NoteReader } from './note-reader';

@Module({ providers: [NoteReader], exports: [NoteReader] })
export class NoteTextModule {}
