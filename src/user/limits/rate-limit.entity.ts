import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What replicas have used of their limits, written by rate-limiter-flexible (`RateLimiterMySQL`), which wants these columns in this
 * order. Only on a server without Redis; `LimitRows` removes what has ended.
 */
@Entity('rate_limit')
@Index('rate_limit_expire', ['expire']) // what has ended
export class RateLimitRow {
  /** The limit and whom it is about: a user's id or an address. */
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  key!: string;

  @Column({ type: 'int' })
  points!: number;

  /** Milliseconds since 1970. */
  @Column({ type: 'bigint' })
  expire!: string;
}
