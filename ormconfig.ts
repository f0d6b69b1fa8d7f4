import { DataSource } from 'typeorm';
import { loadConfig } from './src/config/config';
import { databaseOptions } from './src/database/options';
import { ENTITIES } from './src/entities';

/** For TypeORM's own command line, e.g. to compare the tables with the classes. */
export default new DataSource(databaseOptions(loadConfig().database, ENTITIES));
