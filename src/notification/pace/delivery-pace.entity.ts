import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { MomentColumn } from '../../database/columns';

const ascii = { charset: 'ascii', collation: 'ascii_bin' };

/** How far a user's deliveries have filled the windows of a limit: of the hour (`lane` is empty), or of one host. */
@Entity('delivery_pace')
@Index('delivery_pace_window', ['windowAt']) // windows that are over, which are removed
export class DeliveryPaceRow {
  /** No foreign key: its lock on the user would meet that of a profile which is changed. */
  @PrimaryColumn({ type: 'varchar', length: 36, ...ascii })
  userId!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, ...ascii })
  lane!: string;

  /** When the window begins that is being filled. */
  @MomentColumn()
  windowAt!: string;

  @Column({ type: 'int' })
  used!: number;
}
