import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Config } from '../config/config';
import { openDataSource } from './data-source';
import { Database } from './database';
import { DatabaseClock } from './database-clock';
import { DatabaseGauges } from './database-gauges';
import { MigrationState } from './migration-state';
import { databaseOptions } from './options';
import { WriteProbe } from './write-probe';

/**
 * Of each connection: `Database.page` prepares a statement for each choice of sort, includes and page size that is asked for, and the
 * one that was not used for longest goes. A server has 16,382 for everybody, unless it is told otherwise.
 */
const PREPARED_AT_MOST = 64;

function withFewPrepared(options: DataSourceOptions): DataSourceOptions {
  if (options.type !== 'mysql' && options.type !== 'mariadb') return options;
  return { ...options, extra: { ...(options.extra as object), maxPreparedStatements: PREPARED_AT_MOST } };
}

/** The connection and the one way to it, for every other module. */
@Global()
@Module({})
export class DatabaseModule {
  static for(entities: NonNullable<DataSourceOptions['entities']>): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) =>
            withFewPrepared(databaseOptions(config.database, entities, config.databaseTimeout)),
          dataSourceFactory: (options) => openDataSource(options!),
        }),
      ],
      providers: [Database, DatabaseClock, DatabaseGauges, MigrationState, WriteProbe],
      exports: [Database, DatabaseClock, DatabaseGauges, MigrationState, WriteProbe],
    };
  }
}
