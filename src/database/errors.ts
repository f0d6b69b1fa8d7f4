interface DriverError {
  code?: string;
  errno?: number;
  /** mysql2: the connection is lost with it. */
  fatal?: boolean;
  driverError?: DriverError;
}

const driverErrorOf = (error: unknown): DriverError => {
  const outer = (error ?? {}) as DriverError;
  return outer.driverError ?? outer;
};

/** A unique key says that another row was first. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, errno } = driverErrorOf(error);
  return errno === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** 1213 deadlock, 1205 lock wait timeout, 1020 changed since last read: the same transaction may succeed a moment later. */
export function isContention(error: unknown): boolean {
  const { code, errno } = driverErrorOf(error);
  return errno === 1213 || errno === 1205 || errno === 1020 || (code ?? '').startsWith('SQLITE_BUSY');
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT', // read-only after a failover
  'ER_READ_ONLY_MODE',
  'ER_DISK_FULL',
  'ER_NO_SUCH_TABLE', // not migrated yet: readiness says so too
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
]);

/** The database is away, full, read-only or not migrated yet: nobody's fault here, and worth trying again later. */
export function isUnavailable(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  // A connection that was lost just before a statement fails it with an error that has no code.
  if (fatal && code === undefined) return true;
  return AWAY_CODES.has(code ?? '') || (code ?? '').startsWith('SQLITE_IOERR') || isContention(error);
}
