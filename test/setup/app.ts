import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { AppModule } from '../../src/app.module';
import { setUpApp } from '../../src/app/setup';
import { ApiAdapter } from '../../src/api/server/api-adapter';
import { AppLogger, createLogger } from '../../src/common/app-logger';
import { Config, loadConfig } from '../../src/config/config';
import { Database } from '../../src/database/database';
import { migrate } from '../../src/database/migrate';
import { DeliveryService } from '../../src/notification/delivery/delivery.service';
import { CatalogueImporter } from '../../src/source/catalogue/catalogue-importer';
import type { ImportSummary } from '../../src/source/catalogue/import-run';
import { ENTITIES } from '../../src/entities';
import { UpdateCheckerService } from '../../src/update-check/update-checker.service';
import type { Scope } from '../../src/config/scopes';
import { TokenService } from '../../src/access/auth/token.service';
import { deployedByTriggers } from './all-deployed';
import { createEmptyDatabase, createTestDatabase } from './database';
import { assertNoLeaks, lookAtRows, TEST_SECRET_KEY, testLog, watchAnswers } from './planted';

/** The program as it is served, on a database of its own. The schedule is off: tests call `check` and `deliver`. */
export interface TestApp {
  app: NestExpressApplication;
  config: Config;
  database: Database;
  url: string;
  /** Requests without a token. */
  http: ReturnType<typeof supertest>;
  /** Makes the user if need be and gives a token of it. */
  token(user?: string, scopes?: Scope[]): Promise<string>;
  /** Requests of a user. */
  as(user?: string, scopes?: Scope[]): Promise<ReturnType<typeof supertest.agent>>;
  import(...records: object[]): Promise<ImportSummary>;
  check(): ReturnType<UpdateCheckerService['check']>;
  deliver(): ReturnType<DeliveryService['deliverDue']>;
  close(): Promise<void>;
}

/** @param folder of a built web application; without it there is none */
export async function startApp(environment: Record<string, string> = {}, folder?: string): Promise<TestApp> {
  const isGiven = environment.DATABASE_URL !== undefined;
  const testDatabase = await (isGiven ? createEmptyDatabase() : createTestDatabase());
  const config = loadConfig({
    DATABASE_URL: testDatabase.url,
    DATA_DIR: testDatabase.dataDir,
    SECRET_KEY: TEST_SECRET_KEY,
    WORKER: 'false',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SOURCES: 'off',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    TRUST_EMAIL_ADDRESSES: 'true',
    WEB: String(folder !== undefined),
    RATE_LIMIT: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
    RATE_LIMIT_NO_TOKEN: 'off',
    RATE_LIMIT_PAGES: 'off',
    DELIVERIES_PER_HOUR: 'off',
    DELIVERIES_PER_HOST: 'off',
    ...environment,
  });
  if (folder !== undefined) config.webFolder = folder;
  if (isGiven) await migrate(config, ENTITIES);
  const log = { readable: false, fd: testLog() as 1 };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.for(config), new ApiAdapter(config), {
    logger: process.env.TEST_LOG ? ['error', 'warn'] : new AppLogger(createLogger('trace', log)),
    bodyParser: false,
  });
  await deployedByTriggers(app.get(Database));
  setUpApp(app);
  watchAnswers(app.getHttpServer());
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const token = async (user = 'ada', scopes: Scope[] = ['read', 'write']) =>
    (await app.get(TokenService).createForUser({ name: user, email: null }, { name: 'test', scopes, expiresAt: null }))
      .token;
  return {
    app,
    config,
    database: app.get(Database),
    url,
    http: supertest(url),
    token,
    as: async (user, scopes) => supertest.agent(url).set('Authorization', `Bearer ${await token(user, scopes)}`),
    import: (...records) => {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      return app.get(CatalogueImporter).import(Readable.from([Buffer.from(lines)]));
    },
    check: () => app.get(UpdateCheckerService).check(),
    deliver: async () => {
      await app.get(DeliveryService).sendServiceMessages();
      return app.get(DeliveryService).deliverDue();
    },
    close: async () => {
      // What its gauges say, too.
      if (app.getHttpServer().listening) await supertest(url).get('/metrics');
      await app.close();
      if (config.database.kind === 'sqlite') lookAtRows(config.database.location);
      await testDatabase.drop();
      assertNoLeaks();
    },
  };
}

/**
 * The program for the tests of a file, or of the `describe` that it is called in: it runs from before the first until after the last.
 * @param environment as a function if a hook before makes some of it
 */
export function useApp(environment: Record<string, string> | (() => Record<string, string>) = {}): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => {
    Object.assign(test, await startApp(typeof environment === 'function' ? environment() : environment));
  });
  afterAll(() => test.close());
  return test;
}

type Agent = ReturnType<typeof supertest.agent>;

/** One caller for all of these tests, such as `useAgent(() => test.as('ada'))`. */
export function useAgent(make: () => Promise<Agent>): Agent {
  const agent = supertest.agent('');
  beforeAll(async () => {
    Object.assign(agent, await make());
  });
  return agent;
}
