import { Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';

const Day = () => AsciiColumn(10, { nullable: true });

/** A release cycle of a product (a series such as `14`), and until when it is supported. Days are `YYYY-MM-DD`; see `ProductCycle`. */
@Entity('lifecycle')
@Index('lifecycle_cycle', ['softwareId', 'cycle'], { unique: true }) // a cycle once in a product
@Index('lifecycle_range', ['softwareId', 'rangeFrom']) // the cycles of a product in their order
export class Lifecycle {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  software!: Software;

  @TextColumn(64)
  cycle!: string;

  @TextColumn(255, { nullable: true })
  label!: string | null;

  /** Sort keys of its versions, `rangeTo` excluded. Both null: the cycle is no series in the product's scheme. Derived data. */
  @AsciiColumn(255, { nullable: true })
  rangeFrom!: string | null;

  @AsciiColumn(255, { nullable: true })
  rangeTo!: string | null;

  @Day()
  releasedOn!: string | null;

  @Day()
  ltsFrom!: string | null;

  @Day()
  activeUntil!: string | null;

  @Day()
  eolOn!: string | null;

  @FlagColumn({ nullable: true })
  isEol!: boolean | null;

  @Day()
  extendedUntil!: string | null;

  @FlagColumn({ nullable: true })
  isExtendedOver!: boolean | null;

  @TextColumn(255, { nullable: true })
  latest!: string | null;

  @TextColumn(2048, { nullable: true })
  link!: string | null;

  /** The day on which these facts were true. */
  @AsciiColumn(10)
  asOf!: string;

  /** Upstream no longer lists it since then; what was known of it stays. */
  @MomentColumn({ nullable: true })
  goneAt!: string | null;

  /** See `CycleOrigin`. */
  @AsciiColumn(16, { nullable: true })
  origin!: string | null;

  /** Revision of the ordering algorithms that made the range. */
  @CountColumn()
  orderingRevision!: number;
}
