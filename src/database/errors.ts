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

/** The driver's code, such as `SQLITE_FULL` or `ER_DISK_FULL`. */
export const codeOf = (error: unknown): string | undefined => driverErrorOf(error).code;

/** Another row has this unique key. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, errno } = driverErrorOf(error);
  return errno === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** 1213 deadlock, 1205 lock wait timeout, 1020 changed since last read, 3101 conflict in a group: the same transaction may succeed a moment later. */
const CONTENTION = [1213, 1205, 1020, 3101];

export function isContention(error: unknown): boolean {
  const { code, errno } = driverErrorOf(error);
  return CONTENTION.includes(errno ?? 0) || (code ?? '').startsWith('SQLITE_BUSY');
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
  'ER_UNKNOWN_COM_ERROR', // a node of a Galera cluster that is not one of its majority, or not ready
  'ER_ERROR_DURING_COMMIT', // one that leaves the majority while something is committed
  'ER_RUN_HOOK_ERROR', // the same of MySQL Group Replication
  'NO_WRITER', // see `Writer`
  'SQLITE_CANTOPEN',
]);

/** Not migrated yet: readiness says so too. */
const NO_TABLE = 'ER_NO_SUCH_TABLE';

export const isNoTable = (error: unknown): boolean =>
  codeOf(error) === NO_TABLE || (codeOf(error) === 'SQLITE_ERROR' && /no such table/.test((error as Error).message));

/** Reads may work, writes do not: a full or failing disk, or a server that is read-only after a failover. */
const FULL_CODES = new Set([
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL', // how InnoDB and MEMORY call it
  'SQLITE_FULL',
]);
const UNWRITABLE_CODES = new Set([
  'ER_ERROR_ON_WRITE',
  'ER_TEMP_FILE_WRITE_FAILURE',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
]);

const NO_SPACE = /\berror 28\b/i;

/** The database cannot write at the moment. The same statement may succeed once the operator has repaired that. */
export function isUnwritable(error: unknown): boolean {
  const { code = '' } = driverErrorOf(error);
  return isStorageFull(error) || UNWRITABLE_CODES.has(code) || /^SQLITE_(READONLY|IOERR)/.test(code);
}

/** The disk is full; 28 is the system's number for that, which a server may pass on from its storage engine. */
export function isStorageFull(error: unknown): boolean {
  const { code = '' } = driverErrorOf(error);
  return FULL_CODES.has(code) || (code === 'ER_GET_ERRNO' && NO_SPACE.test((error as Error).message));
}

/** The server does not answer, or no file is there. */
export function isAway(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  // A connection that was lost just before a statement fails it with an error that has no code.
  return (fatal === true && code === undefined) || AWAY_CODES.has(code ?? '');
}

/** The database is away, full, read-only or not migrated yet: worth a retry later. */
export function isUnavailable(error: unknown): boolean {
  return isAway(error) || codeOf(error) === NO_TABLE || isUnwritable(error) || isContention(error);
}
