import { Entity, Index } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/** Who did what to which resource. Rows are added, and removed by age; they outlive what they are about, so there are no foreign keys. */
@Entity('audit_entry')
@Index('audit_entry_created', ['createdAt', 'id']) // the list, and what is too old
@Index('audit_entry_user', ['userId', 'createdAt', 'id']) // what one user did
@Index('audit_entry_action', ['action', 'createdAt', 'id']) // one kind of change
@Index('audit_entry_type', ['resourceType', 'createdAt', 'id']) // changes of one kind of resource
@Index('audit_entry_resource', ['resourceId', 'createdAt', 'id']) // what became of one resource
export class AuditEntry {
  @UuidPrimaryColumn()
  id!: string;

  /** null = nobody who is a user here. */
  @UuidColumn({ nullable: true })
  userId!: string | null;

  /** One of `MEANS`. */
  @AsciiColumn(16)
  means!: string;

  @TextColumn(255, { nullable: true })
  credential!: string | null;

  /** One of `AUDIT_ACTIONS`. */
  @AsciiColumn(40)
  action!: string;

  /** What is before the dot of the action. */
  @AsciiColumn(16)
  resourceType!: string;

  @UuidColumn({ nullable: true })
  resourceId!: string | null;

  @AsciiColumn(100, { nullable: true })
  requestId!: string | null;

  /** A JSON object: names of fields and of users and tokens, ids, counts; never the value of a setting. */
  @TextColumn(2_000)
  details!: string;

  @MomentColumn()
  createdAt!: string;
}
