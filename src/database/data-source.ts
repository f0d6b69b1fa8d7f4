import { DataSource, type DataSourceOptions, type Driver } from 'typeorm';

/**
 * Connects to the database, and closes the pool when that fails: TypeORM leaves it open, and its timer would keep a command of the command
 * line from ending.
 */
export async function openDataSource(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = new DataSource(options);
  keepTimestampsAsText(dataSource.driver);
  try {
    return await dataSource.initialize();
  } catch (error) {
    // Not awaited: a connection that does not answer may not answer this either. It fails where nothing was opened.
    dataSource.driver.disconnect().catch(() => undefined);
    throw error;
  }
}

type ColumnOf = Parameters<Driver['preparePersistentValue']>[1];

/** In entities, too, a timestamp is a `UtcTimestamp`: TypeORM would make it a `Date`, without microseconds and in the process's time zone. */
function keepTimestampsAsText(driver: Driver): void {
  const toDatabase = driver.preparePersistentValue.bind(driver);
  const toEntity = driver.prepareHydratedValue.bind(driver);
  const isTimestamp = ({ type }: ColumnOf) => type === 'datetime';
  driver.preparePersistentValue = (value: unknown, column) =>
    isTimestamp(column) ? value : (toDatabase(value, column) as unknown);
  driver.prepareHydratedValue = (value: unknown, column: ColumnOf) =>
    isTimestamp(column) ? value : (toEntity(value, column) as unknown);
}
