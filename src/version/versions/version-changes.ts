import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';

/** Emits when this process has stored versions, so that the update check need not wait for its next scheduled run. */
@Injectable()
export class VersionChanges extends Subject<void> {}
