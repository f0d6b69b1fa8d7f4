import { Initial1797000000000 } from './1797000000000-initial';
import { AcceptedAttempts1797000000010 } from './1797000000010-accepted-attempts';
import { UpdateParts1797000000020 } from './1797000000020-update-parts';
import { ChannelLog1797000000030 } from './1797000000030-channel-log';
import { BulkRuns1797000000040 } from './1797000000040-bulk-runs';

/** In the order in which they run. */
export const MIGRATIONS = [
  Initial1797000000000,
  AcceptedAttempts1797000000010,
  UpdateParts1797000000020,
  ChannelLog1797000000030,
  BulkRuns1797000000040,
];
