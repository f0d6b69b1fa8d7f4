import { Entity, Index, ManyToOne, PrimaryColumn } from 'typeorm';
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

  /** As `labelsText`, what `InventoryLabel` has; null = none. */
  @LongTextColumn({ nullable: true })
  labels!: string | null;

  /** Of the last upload. */
  @AsciiColumn(32, { nullable: true })
  format!: string | null;

  /** Components in the scope of the last upload. */
  @CountColumn()
  components!: number;

  /** Of those, how many the last upload found no product or no version for. */
  @CountColumn()
  unmatched!: number;

  /** Which `UnmatchedList` has them; null = nothing was uploaded. */
  @AsciiColumn(64, { nullable: true })
  unmatchedHash!: string | null;

  /** Digest of the last upload and of what its outcome depends on, where it has changed nothing: the same again need not be looked at. */
  @AsciiColumn(64, { nullable: true })
  contentKey!: string | null;

  /** Of that upload, as JSON: `KeptOutcome`. */
  @LongTextColumn({ nullable: true })
  outcome!: string | null;

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

/** A name and a value that groups inventories, as of targets in Prometheus: `site=berlin`. */
@Entity('inventory_label')
@Index('inventory_label_value', ['name', 'value', 'inventoryId']) // inventories of a group
export class InventoryLabel {
  @UuidPrimaryColumn()
  inventoryId!: string;

  @ManyToOne(() => Inventory, { onDelete: 'CASCADE', nullable: false })
  inventory!: Inventory;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  @TextColumn(64)
  value!: string;
}

/** Components that the last uploads of inventories found no product for: of those that are alike, one list. */
@Entity('unmatched_list')
export class UnmatchedList {
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string;

  /** The first of them as JSON: `UnmatchedEntry`. */
  @LongTextColumn()
  entries!: string;

  /** When an inventory last began to have it. Later it is removed once no inventory has it. */
  @MomentColumn()
  writtenAt!: string;
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
