import { ModulesContainer } from '@nestjs/core';
import { DueWork } from '../../src/database/due-work';
import { WorkerSchedule } from '../../src/database/worker-schedule';
import { DeliveryService } from '../../src/notification/delivery/delivery.service';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { aroundStatements } from '../setup/statements';

/** A second, for each replica: a server with a hundred of them has 200. */
const AT_MOST = 2;
const LOOKS = 5;

const test = useApp({ WORKER: 'true', SOURCES: 'all', OPERATOR_CHANNEL_URL: 'https://ops.example.org/hook' });
const isLook = (statement: string) => statement.includes('due_0');

interface Schedule {
  everyMs: number;
  run(): Promise<void>;
}

/** What a worker does at least once a minute, without the look for what is due. */
function schedules(): Schedule[] {
  const all = [...test.app.get(ModulesContainer).values()].flatMap(({ providers }) => [...providers.values()]);
  const own = new Set(all.map(({ instance }) => instance as unknown).filter((one) => one instanceof WorkerSchedule));
  own.delete(test.app.get(DueWork));
  return [...own].map((one) => one as unknown as Schedule).filter(({ everyMs }) => everyMs <= 60_000);
}

it('a replica with nothing to do asks little: one statement a second for all that may be due, and few each minute', async () => {
  const seen: string[] = [];
  const stop = aroundStatements(test, (run, statement, parameters) => {
    seen.push(statement);
    return run(statement, parameters);
  });
  try {
    // What is done at the start is over.
    await eventually(() => seen.length >= LOOKS && seen.slice(-LOOKS).every(isLook));
    seen.length = 0;
    const minutely = schedules();
    expect(minutely.length).toBeGreaterThan(3);
    for (const schedule of minutely) await schedule.run();
    await test.app.get(DeliveryService).sendServiceMessages();
    await test.check();
    const inAMinute = seen.filter((statement) => !isLook(statement)).length;
    expect(inAMinute).toBeGreaterThan(10);
    expect(60 + inAMinute).toBeLessThanOrEqual(60 * AT_MOST);
  } finally {
    stop();
  }
});
