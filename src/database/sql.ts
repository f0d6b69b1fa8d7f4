import type { EntityManager } from 'typeorm';
import type { Dialect } from './dialect';

export type Parameter = string | number | boolean | Buffer | null;

/** The executor of a statement: the database itself, or the current transaction. */
export interface Sql {
  readonly dialect: Dialect;
  /** Rows of a SELECT, columns named as in the statement. */
  query<Row>(statement: string, parameters?: Parameter[]): Promise<Row[]>;
  /** The number of rows that an INSERT, UPDATE or DELETE changed. */
  execute(statement: string, parameters?: Parameter[]): Promise<number>;
}

/** The current transaction. */
export interface Transaction extends Sql {
  /**
   * Reads and writes single rows by their entity classes, inside the transaction. Without the methods that begin a transaction of their
   * own. An `insert` into an entity that has columns with a default reads the row back.
   */
  readonly manager: Omit<EntityManager, 'save' | 'remove' | 'softRemove' | 'recover' | 'transaction'>;
}
