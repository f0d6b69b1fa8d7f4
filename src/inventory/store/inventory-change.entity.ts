import { Entity, Index, ManyToOne } from 'typeorm';
import { TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Inventory } from './inventory.entity';

/** A change of the last upload of an inventory, for its undo. */
@Entity('inventory_change')
@Index('inventory_change_run', ['inventoryId', 'run']) // those of an upload; those of an inventory
export class InventoryChange {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  inventoryId!: string;

  @ManyToOne(() => Inventory, { onDelete: 'CASCADE', nullable: false })
  inventory!: Inventory;

  @UuidColumn()
  run!: string;

  /** No foreign key: a product that is gone is not restored. */
  @UuidColumn()
  softwareId!: string;

  /** The label of a deployment that went. */
  @TextColumn(255, { nullable: true })
  was!: string | null;

  /** The label of a deployment that came. */
  @TextColumn(255, { nullable: true })
  becomes!: string | null;

  /** Of the component of the deployment that went. */
  @TextColumn(255, { nullable: true })
  name!: string | null;

  /** The label of the version that the favorite had. */
  @TextColumn(255, { nullable: true })
  favoriteWas!: string | null;
}
