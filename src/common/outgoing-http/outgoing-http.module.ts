import { Module } from '@nestjs/common';
import { OutgoingHttp } from './outgoing-http';

/** One instance for the whole process: all callers share its limits for a host. */
@Module({ providers: [OutgoingHttp], exports: [OutgoingHttp] })
export class OutgoingHttpModule {}
