import { Module } from '@nestjs/common';
import { OutgoingHttp } from './outgoing-http';

/** One for the whole process: its limits for a host hold for all who call it. */
@Module({ providers: [OutgoingHttp], exports: [OutgoingHttp] })
export class OutgoingHttpModule {}
