import { Logger } from '@nestjs/common';
import { type Stage, stringsIn } from './stage';

export function stage(): Promise<Stage> {
  const lines: Record<string, unknown>[] = [];
  jest.spyOn(Logger.prototype, 'log').mockImplementation((line: Record<string, unknown>) => void lines.push(line));
  // Nest logs too while it starts.
  const received = () =>
    lines
      .filter((line) => typeof line === 'object')
      .map((line) => ({ key: String(line.delivery), texts: stringsIn(line) }));
  return Promise.resolve({ settings: {}, markup: { none: 'lines of JSON in a log' }, received, refuse: null });
}
