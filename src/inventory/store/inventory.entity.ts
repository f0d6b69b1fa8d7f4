import { Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';
import { User } from '../../access/user/user.entity';
import type { InventoryScope } from './inventory.list';

/** A place in which a user runs software: a host, a cluster, an application. */
@Entity('inventory')
@Index('inventory_user_name', ['userId', 'name'], { unique: true }) // by name; the list; the quota
export class Inventory {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  @AsciiColumn(64)
  name!: string;

  @TextColumn(64, { nullable: true })
  environment!: string | null;

  @AsciiColumn(8)
  scope!: InventoryScope;

  /** Of the last upload. */
  @AsciiColumn(32, { nullable: true })
  format!: string | null;

  /** Components in the scope of the last upload. */
  @CountColumn()
  components!: number;

  /** Of those, how many the last upload found no product or no version for. */
  @CountColumn()
  unmatched!: number;

  /** The first of these as JSON: `UnmatchedEntry`. */
  @LongTextColumn({ nullable: true })
  unmatchedList!: string | null;

  /** The upload that may write: the last one that began. */
  @UuidColumn({ nullable: true })
  run!: string | null;

  /** Rises with each transaction of an upload. */
  @CountColumn()
  revision!: number;

  /** When the last upload was done. */
  @MomentColumn({ nullable: true })
  readAt!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}

/** What a user decided about a component of an inventory, whatever its version. */
@Entity('inventory_decision')
@Index('inventory_decision_software', ['softwareId']) // serves the foreign key
@Index('inventory_decision_once', ['inventoryId', 'component'], { unique: true }) // one of each component; those of an inventory
export class InventoryDecision {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  inventoryId!: string;

  @ManyToOne(() => Inventory, { onDelete: 'CASCADE', nullable: false })
  inventory!: Inventory;

  /** See `componentKey`. */
  @AsciiColumn(64)
  component!: string;

  /** Of the component, as the file has it. */
  @TextColumn(255)
  name!: string;

  /** The product that it is; null = it is ignored. */
  @UuidColumn({ nullable: true })
  softwareId!: string | null;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: true })
  software!: Software | null;

  @MomentColumn()
  createdAt!: string;
}
