import { PluginCalls } from '../../src/app/plugin/plugin-calls';

interface Line {
  msg: string;
  plugin: string;
  unlogged?: number;
  err: Error;
}

describe('errors that a plug-in leaves', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are logged ten times in a minute, and all are counted', () => {
    const lines: Line[] = [];
    const ignore = () => undefined;
    const calls = new PluginCalls('tracker-noisy', {
      ...{ log: ignore, warn: ignore },
      error: (line: Line) => lines.push(line),
    });
    const failOften = (times: number) => {
      for (let number = 1; number <= times; number++) calls.failedOutside(new Error(`number ${number}`));
    };
    failOften(1_000);
    expect(lines.map(({ err }) => err.message)).toEqual(Array.from({ length: 10 }, (_, at) => `number ${at + 1}`));
    expect(lines[0]).toEqual({ msg: 'plug-in failed', plugin: 'tracker-noisy', err: expect.any(Error) });
    jest.advanceTimersByTime(59_000);
    failOften(1);
    expect(lines).toHaveLength(10);
    jest.advanceTimersByTime(1_000);
    failOften(2);
    expect(lines.slice(10).map(({ unlogged }) => unlogged)).toEqual([991, undefined]);
    expect(calls.state).toMatchObject({ failing: true, failures: 1_003 });
  });
});
