import { Entity, Index, PrimaryColumn } from 'typeorm';
import { AsciiColumn, LongAsciiColumn, MomentColumn } from '../../database/columns';

/** What a request with an `Idempotency-Key` was answered with. */
@Entity('kept_answer')
@Index('kept_answer_created', ['createdAt']) // removal after a day
export class KeptAnswer {
  /** SHA-256 of the user and the key, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string;

  /** SHA-256 of the request. */
  @AsciiColumn(64)
  fingerprint!: string;

  /** Sealed: it may have a secret that is shown once. */
  @LongAsciiColumn()
  answer!: string;

  @MomentColumn()
  createdAt!: string;
}
