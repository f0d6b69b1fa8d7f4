import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Config } from '../config/config';
import { Database } from './database';
import { DatabaseClock } from './database-clock';
import { MigrationState } from './migration-state';
import { databaseOptions } from './options';

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
          useFactory: (config: Config) => databaseOptions(config.database, entities, config.databaseTimeout),
        }),
      ],
      providers: [Database, DatabaseClock, MigrationState],
      exports: [Database, DatabaseClock, MigrationState],
    };
  }
}
