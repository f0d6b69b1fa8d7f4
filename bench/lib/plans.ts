import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type * as ListRequests from '../../src/api/list/list-request';
import type * as AllLinks from '../../src/api/endpoint/links';
import type { ListSpec } from '../../src/api/list/list-spec';
import type * as Configs from '../../src/config/config';
import type * as Databases from '../../src/database/database';
import type { Principal } from '../../src/api/identity/principal';
import { idOf } from '../seed/facts';
import { built } from './built';

const { Config } = built<typeof Configs>('config/config');
const { Links } = built<typeof AllLinks>('api/endpoint/links');
const { Database } = built<typeof Databases>('database/database');
const { readListRequest } = built<typeof ListRequests>('api/list/list-request');

export interface Statement {
  text: string;
  parameters: Databases.Parameter[];
}

/** One table of a plan. */
export interface Step {
  table: string;
  index: string | null;
  extra: string;
}

/** Who has the token of this number. */
export const caller = (user: number): Principal => ({
  userId: idOf('user', user),
  userName: `user ${user}`,
  tokenId: idOf('token', user),
  scopes: new Set(['read', 'write']),
  expiresAt: null,
  means: 'token',
  credential: idOf('token', user),
  requestId: null,
});

export const linksOf = (app: INestApplicationContext) => Links.withoutRequest(app.get(Config));

export const requestOf = (spec: ListSpec, query: string) => readListRequest(spec, `/?${query}`);

/** The statements that run while `work` does. */
export async function statementsOf(app: INestApplicationContext, work: () => Promise<unknown>): Promise<Statement[]> {
  const { logger } = app.get(DataSource);
  const statements: Statement[] = [];
  const logQuery = logger.logQuery.bind(logger);
  logger.logQuery = (text, parameters = [], runner) => {
    statements.push({ text, parameters: parameters as Databases.Parameter[] });
    logQuery(text, parameters, runner);
  };
  try {
    await work();
    return statements;
  } finally {
    logger.logQuery = logQuery;
  }
}

/** As the server tells it in its table; MySQL's own default is a tree. */
export async function planOf(app: INestApplicationContext, { text, parameters }: Statement): Promise<Step[]> {
  const database = app.get(Database);
  const explain = database.dialect.kind === 'mysql' ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN';
  const rows = await database.query<{ table: string | null; key: string | null; Extra: string | null }>(
    `${explain} ${text}`,
    parameters,
  );
  return rows.flatMap(({ table, key, Extra }) =>
    table === null ? [] : [{ table, index: key, extra: (Extra ?? '').trim() }],
  );
}
