import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';

/** Says that this process has stored versions, to whoever wants to look at once instead of at the next scheduled check. */
@Injectable()
export class VersionChanges extends Subject<void> {}
