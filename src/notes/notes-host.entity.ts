import { Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn, UuidColumn } from '../database/columns';

/** A host that release notes are read at: one process at a time. */
@Entity('notes_host')
export class NotesHost {
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  host!: string;

  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  /** It has asked for a pause, or has had its share of requests. */
  @MomentColumn({ nullable: true })
  restUntil!: string | null;
}
