import { Entity, Index, PrimaryColumn } from 'typeorm';
import { AsciiColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/**
 * An entity that Home Assistant was told of. Without foreign keys: the row outlives its favorite and its user until the broker has forgotten
 * the entity too.
 */
@Entity('home_assistant_entity')
@Index('home_assistant_entity_user', ['userId', 'id']) // those of a user; users that have any
export class HomeAssistantEntity {
  /** Of the favorite, or of the user for the number of their updates. */
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @AsciiColumn(8)
  kind!: 'update' | 'sensor';

  /** Of what the broker has accepted last; empty = perhaps nothing. */
  @AsciiColumn(64)
  digest!: string;
}

/** The replica that talks with the broker: one row. */
@Entity('home_assistant_lease')
export class HomeAssistantLease {
  @PrimaryColumn({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  /** Tells the topics of this service from those of another one at the same broker. Random, and never changes. */
  @AsciiColumn(12)
  instance!: string;

  @UuidColumn()
  holder!: string;

  @MomentColumn()
  heldUntil!: string;
}
