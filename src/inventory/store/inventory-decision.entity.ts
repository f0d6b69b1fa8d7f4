import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';
import { Inventory } from './inventory.entity';

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
  @JoinColumn({ name: 'inventory_id', foreignKeyConstraintName: 'fk_inventory_decision_inventory' })
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
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_inventory_decision_software' })
  software!: Software | null;

  @MomentColumn()
  createdAt!: string;
}
