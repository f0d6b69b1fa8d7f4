import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { MomentColumn } from '../../../database/columns';

const ascii = { charset: 'ascii', collation: 'ascii_bin' };

/** How far a user's deliveries have filled the window of a limit: of the hour (`destination` is empty), or of one destination. */
@Entity('delivery_pace')
@Index('delivery_pace_window', ['windowAt']) // windows that are over, which are removed
export class DeliveryPaceRow {
  /** No foreign key: its lock on the user would wait for changes of the profile. */
  @PrimaryColumn({ type: 'varchar', length: 36, ...ascii })
  userId!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, ...ascii })
  destination!: string;

  /** When the window begins that is being filled. */
  @MomentColumn()
  windowAt!: string;

  @Column({ type: 'int' })
  used!: number;
}
