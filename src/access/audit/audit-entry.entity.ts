import { Entity, Index } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/** Who did what to which resource. Rows outlive their resources, so there are no foreign keys; they are removed by age. */
@Entity('audit_entry')
@Index('audit_entry_created', ['createdAt', 'id']) // the list, and retention
@Index('audit_entry_user', ['userId', 'createdAt', 'id']) // what one user did
@Index('audit_entry_action', ['action', 'createdAt', 'id']) // one kind of change
@Index('audit_entry_type', ['resourceType', 'createdAt', 'id']) // changes of one kind of resource
@Index('audit_entry_resource', ['resourceId', 'createdAt', 'id']) // changes of one resource
export class AuditEntry {
  @UuidPrimaryColumn()
  id!: string;

  /** null = not a user of the service. */
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

  /** The part of the action before the dot. */
  @AsciiColumn(16)
  resourceType!: string;

  @UuidColumn({ nullable: true })
  resourceId!: string | null;

  @AsciiColumn(100, { nullable: true })
  requestId!: string | null;

  /** A JSON object: names of fields, users and tokens, ids, counts; never the value of a setting. */
  @TextColumn(2_000)
  details!: string;

  @MomentColumn()
  createdAt!: string;
}
