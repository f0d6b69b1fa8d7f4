import { Logger } from '@nestjs/common';
import { OutageLog } from '../../src/api/problem/problem.filter';

describe('the log of requests that are refused while the database is away', () => {
  let lines: { msg: string; requests: number; requestId: string; err: Error }[];
  let outage: OutageLog;
  let serial: number;

  beforeEach(() => {
    jest.useFakeTimers();
    const logger = new Logger('http');
    lines = [];
    serial = 0;
    jest.spyOn(logger, 'warn').mockImplementation((line: unknown) => void lines.push(line as never));
    outage = new OutageLog(logger);
  });

  afterEach(() => jest.useRealTimers());

  const refuse = (times: number) => {
    for (let time = 0; time < times; time++) outage.add({ requestId: `r${++serial}`, err: new Error(`e${serial}`) });
  };

  it('has the first at once', () => {
    refuse(1);
    expect(lines).toEqual([{ msg: 'database unavailable', requests: 1, requestId: 'r1', err: new Error('e1') }]);
  });

  it('has one line for those of five seconds, and every one is counted once', () => {
    // A minute with a hundred a second.
    for (let tenth = 0; tenth < 600; tenth++) {
      refuse(10);
      jest.advanceTimersByTime(100);
    }
    jest.advanceTimersByTime(5_000);
    expect(lines).toHaveLength(13);
    expect(lines.reduce((sum, { requests }) => sum + requests, 0)).toBe(6_000);
    expect(lines.at(-1)).toEqual({
      msg: 'database unavailable',
      requests: 500,
      requestId: 'r6000',
      err: new Error('e6000'),
    });
  });

  it('is silent when nobody is refused any more, and has the first of the next time at once', () => {
    refuse(3);
    jest.advanceTimersByTime(60_000);
    expect(lines.map(({ requests }) => requests)).toEqual([1, 2]);
    refuse(1);
    expect(lines.map(({ requests }) => requests)).toEqual([1, 2, 1]);
  });
});
