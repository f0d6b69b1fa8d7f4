import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What replicas have used of their limits. Only on a database server. */
@Entity('rate_limit')
@Index('rate_limit_expire', ['expire']) // ended windows
export class RateLimitRow {
  /** `<limit>:<user id or address>` */
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  key!: string;

  @Column({ type: 'int' })
  points!: number;

  /** Milliseconds since 1970. */
  @Column({ type: 'bigint' })
  expire!: string;
}
