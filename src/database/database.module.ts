import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Config } from '../config/config';
import { Database } from './database';
import { DatabaseClock } from './database-clock';
import { DatabaseGauges } from './database-gauges';
import { DueWork } from './due-work';
import { MigrationState } from './migration-state';
import { databaseOptions, openDataSource } from './options';
import { WriteProbe } from './write-probe';

/**
 * For each connection: `Database.page` prepares a statement for each combination of sort, includes and page size, and the least recently
 * used one is closed. By default a server allows 16,382 in all.
 */
const PREPARED_AT_MOST = 64;

function withFewPrepared(options: DataSourceOptions): DataSourceOptions {
  if (options.type !== 'mysql' && options.type !== 'mariadb') return options;
  return { ...options, extra: { ...(options.extra as object), maxPreparedStatements: PREPARED_AT_MOST } };
}

/** The connection, for every other module. */
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
      providers: [Database, DatabaseClock, DatabaseGauges, DueWork, MigrationState, WriteProbe],
      exports: [Database, DatabaseClock, DatabaseGauges, DueWork, MigrationState, WriteProbe],
    };
  }
}
