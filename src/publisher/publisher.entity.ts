import { Entity, Index } from 'typeorm';
import { MomentColumn, TextColumn, UuidPrimaryColumn } from '../database/columns';

/** Who releases software. */
@Entity('publisher')
@Index('publisher_name', ['nameKey'], { unique: true }) // identity, list by name, name filters
@Index('publisher_updated', ['updatedAt', 'id']) // list by last_update
export class Publisher {
  @UuidPrimaryColumn()
  id!: string;

  @TextColumn(255)
  name!: string;

  /** The folded name (see `common/fold`): what identity, order and filters compare. */
  @TextColumn(255)
  nameKey!: string;

  @TextColumn(2048, { nullable: true })
  url!: string | null;

  @TextColumn(2048, { nullable: true })
  supportUrl!: string | null;

  @TextColumn(2048, { nullable: true })
  privacyUrl!: string | null;

  /**
   * The identity of the software whose record made this publisher. Its records may change these facts, records of other
   * software only fill in what is missing: so importing the same records again changes nothing, in whatever order they come.
   */
  @TextColumn(255)
  factsFrom!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
