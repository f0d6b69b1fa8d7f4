import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/server.variables';

export interface LogTarget {
  /** For people at a terminal, instead of one JSON object a line. */
  readable: boolean;
  /** The command line keeps stdout for results. */
  fd: 1 | 2;
}

/**
 * Only the error's message and stack: what libraries attach to their errors (statements with parameters, requests with headers) may
 * contain secrets and addresses.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { type: error.name, message: error.message, stack: error.stack, ...(code ? { code } : {}) };
}

export function createLogger(level: LogLevel, { readable, fd }: LogTarget): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
  };
  if (!readable) return pino(options, pino.destination({ dest: fd, sync: true }));
  return pino(options, pretty({ destination: fd, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}

/** Contexts in which Nest logs every route and module at each start. */
const CHATTY = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Nest's loggers write through pino: `logger.warn({ msg, ...fields })` or plain text. */
export class AppLogger implements LoggerService {
  /** @param isKnown whether an error was logged before: more lines about it have the level debug */
  constructor(
    private readonly pino: Logger,
    private readonly isKnown: (error: unknown) => boolean = () => false,
  ) {}

  log = (message: unknown, ...rest: unknown[]) =>
    this.write(CHATTY.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const where = typeof context === 'string' ? { context } : {};
    if (message instanceof Error) return this.pino[level]({ ...where, err: message }, message.message);
    if (typeof message !== 'object' || message === null) return this.pino[level](where, String(message));
    const { msg, ...fields } = message as { msg?: string; err?: unknown };
    this.pino[this.isKnown(fields.err) ? 'debug' : level]({ ...where, ...fields }, msg);
  }
}
