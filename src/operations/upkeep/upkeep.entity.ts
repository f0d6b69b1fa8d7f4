import { Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from '../../database/columns';

/** Recurring work of one replica at a time: when it is due next, or (`reminders`) how far it has come. */
@Entity('upkeep')
export class Upkeep {
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  @MomentColumn()
  nextAt!: string;
}
