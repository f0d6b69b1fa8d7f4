import { SchedulerRegistry } from '@nestjs/schedule';
import { EventEmitter, once } from 'node:events';
import { WorkerSchedule } from '../../src/database/worker-schedule';

/** A database that somebody migrates when the test says so. */
class Migrating {
  readonly done = new EventEmitter();
  waits = 0;

  async untilDone(signal: AbortSignal): Promise<boolean> {
    this.waits++;
    await once(this.done, 'migrated', { signal }).catch(() => undefined);
    return !signal.aborted;
  }
}

class Schedule extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'it failed' };
  made = 0;

  constructor(migrations: Migrating) {
    super();
    Object.assign(this, { config: { worker: true }, migrations, registry: new SchedulerRegistry() });
  }

  protected pass(): Promise<void> {
    this.made++;
    return Promise.resolve();
  }

  protected override failed({ err }: { err: unknown }): void {
    throw err;
  }
}

// Each wait asks the database every two seconds: an interval that began another one asked the more often the longer nobody migrated.
it('waits once for a database that is not migrated, however often a pass is asked for', async () => {
  const state = new Migrating();
  const schedule = new Schedule(state);
  const asked = Array.from({ length: 20 }, () => schedule.run());
  expect(state.waits).toBe(1);
  state.done.emit('migrated');
  while (state.waits < 2) await new Promise(setImmediate);
  state.done.emit('migrated');
  await Promise.all(asked);
  // Asked again meanwhile: once more, and no more.
  expect({ waits: state.waits, passes: schedule.made }).toEqual({ waits: 2, passes: 2 });
});

it('the end of the process ends the wait, and no pass begins', async () => {
  const schedule = new Schedule(new Migrating());
  const asked = [schedule.run(), schedule.run()];
  await schedule.onModuleDestroy();
  await Promise.all(asked);
  expect(schedule.made).toBe(0);
});
