import { Logger } from '@nestjs/common';

export interface Line {
  level: 'log' | 'warn' | 'error';
  msg: string;
  [field: string]: unknown;
}

/** Watches what is logged from now on, until the mocks are restored. @returns the lines so far */
export function logged(): () => Line[] {
  const lines: Line[] = [];
  for (const level of ['log', 'warn', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...[message]: unknown[]) => void lines.push({ level, ...(message as { msg: string }) }));
  return () => lines;
}
