import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { AsciiColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../../database/columns';
import { User } from '../../user/user.entity';

/** A link that signs somebody in once. Only the SHA-256 of its code is stored. */
@Entity('sign_in_link')
@Index('sign_in_link_hash', ['hash'], { unique: true }) // its use
@Index('sign_in_link_user', ['userId']) // the foreign key
@Index('sign_in_link_end', ['endsAt']) // removal of old ones
export class SignInLink {
  @UuidPrimaryColumn()
  id!: string;

  /** SHA-256 of the code, hexadecimal. */
  @AsciiColumn(64)
  hash!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sign_in_link_user' })
  user!: User;

  /** Of the session that it starts, separated by blanks. */
  @AsciiColumn(255)
  scopes!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  endsAt!: string;

  /** null = not used yet. */
  @MomentColumn({ nullable: true })
  usedAt!: string | null;
}
