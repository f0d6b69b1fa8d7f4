import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { MomentColumn, UuidColumn, UuidPrimaryColumn } from '../database/columns';
import { UpdateMark } from '../version/versions/update-mark.entity';

/**
 * A part of the favorites of a marked product that has many: parts are checked by several replicas at the same time, and whoever takes up one after a
 * crash goes on where it stood. Deleted once its favorites are checked.
 */
@Entity('update_part')
export class UpdatePart {
  @UuidPrimaryColumn()
  @ForeignKey(() => UpdateMark, { name: 'fk_update_part_mark', onDelete: 'CASCADE' })
  softwareId!: string;

  @PrimaryColumn({ type: 'int' })
  place!: number;

  /** The last favorite that is checked, or the end of the part before; empty = none. Written in the transaction that checks. */
  @UuidColumn()
  lastId!: string;

  /** The last favorite of the part; null = that of the product. */
  @UuidColumn({ nullable: true })
  endId!: string | null;

  /** When it is due, or when its claim expires. */
  @MomentColumn()
  nextAt!: string;

  @UuidColumn({ nullable: true })
  claimId!: string | null;
}
