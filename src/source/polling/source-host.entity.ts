import { Entity, Index, PrimaryColumn } from 'typeorm';
import { MomentColumn, UuidColumn } from '../../database/columns';

/**
 * A host that sources are polled at, or release notes read: `host[:port]`, and `#` with a fingerprint of the credentials if a source has its own, as hosts
 * count by credentials; `#probe` where programs are asked for their versions, and `#plugin:` with the name of a plug-in for the
 * sources of that, none of which must keep other sources waiting; `#token-` where one of several tokens of the operator rests. One process at a time claims it, so that its limits hold for all replicas together.
 */
@Entity('source_host')
@Index('source_host_rest', ['restUntil', 'host']) // hosts that rest
@Index('source_host_due', ['nextAt', 'host']) // claims
export class SourceHost {
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  host!: string;

  /** When the first of its sources or notes is due; null = none. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  @UuidColumn({ nullable: true })
  claimId!: string | null;

  /** End of the lease. */
  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  /** It is paused until then. */
  @MomentColumn({ nullable: true })
  restUntil!: string | null;
}
