import { databaseUrlExpected, type DatabaseAddress, parseDatabaseUrl } from './database-url';
import { parseSecretKey, parseSecretKeys, SECRET_KEYS } from './secret-key';
import { boolean, duration, type Shape, text, type Variable } from './variable';

const databaseUrl: Shape<DatabaseAddress> = {
  parse: parseDatabaseUrl,
  expected: databaseUrlExpected,
  value: '`sqlite:<path>`, `mariadb://user:password@host:3306/database` or `mysql://…`',
};

const secretKey: Shape<string> = {
  parse: parseSecretKey,
  expected: 'at least 32 characters',
  value: 'at least 32 characters',
};

const secretKeys: Shape<string[]> = { parse: parseSecretKeys, expected: SECRET_KEYS, value: 'list of keys' };

export const DATABASE_VARIABLES = {
  DATABASE_URL: {
    ...databaseUrl,
    default: null,
    unset: '`tracker.sqlite` in `DATA_DIR`',
    description:
      'The database. Percent-encode special characters in the user and the password. Several servers with commas between them are [a cluster](scaling.md#clusters).',
  },
  DATABASE_TIMEOUT: {
    ...duration({ longest: '1h' }),
    default: '60s',
    description:
      'Time limit for one statement on a database server; after it the connection [counts as lost](scaling.md#failures). Keep it above `innodb_lock_wait_timeout`.',
  },
  DATA_DIR: { ...text, default: './var', description: 'Directory of the embedded database and its secret key.' },
  MIGRATE: {
    ...boolean,
    default: null,
    unset: '`true` on SQLite, else `false`',
    description: 'Run pending migrations at startup. SQLite is always migrated.',
  },
  SEED_CATALOGUE: {
    ...boolean,
    default: null,
    unset: '`true` on SQLite, else `false`',
    description: 'Import the bundled catalogue into a database that has no products.',
  },
  DEMO: {
    ...boolean,
    default: null,
    unset: 'only `npm start` at a terminal',
    absent: false,
    description:
      '`true`: create a demo user at the first start on SQLite and print its token to stdout, wherever that goes. `false`: never.',
  },
  SECRET_KEY: {
    ...secretKey,
    default: null,
    unset: 'on SQLite generated and kept in `DATA_DIR`',
    description:
      'Encrypts the settings of channels and sources. Required on a database server, and the same on every replica. To change it, [rotate it](upgrade-and-backup.md#rotate-the-secret-key).',
  },
  SECRET_KEY_OLD: {
    ...secretKeys,
    default: null,
    unset: 'none',
    absent: [],
    description:
      'Previous keys, comma-separated. They decrypt what they encrypted; nothing new is encrypted with them.',
  },
} satisfies Record<string, Variable<unknown>>;
