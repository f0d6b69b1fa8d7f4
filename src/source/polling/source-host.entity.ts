import { Entity, Index, PrimaryColumn } from 'typeorm';
import { MomentColumn, UuidColumn } from '../../database/columns';

/**
 * A host that sources are asked at: `host[:port]`, and `#` with a fingerprint of the credentials where a source brings its own, as
 * hosts count by them. One process at a time holds it and asks its sources, so that the limits for a host are kept however many
 * replicas there are.
 */
@Entity('source_host')
@Index('source_host_due', ['nextAt', 'host']) // claims
export class SourceHost {
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  host!: string;

  /** When the first of its sources is due; null = none. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  @UuidColumn({ nullable: true })
  claimId!: string | null;

  /** Until when the claim holds. */
  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  /** It asked to be left alone until then. */
  @MomentColumn({ nullable: true })
  restUntil!: string | null;
}
