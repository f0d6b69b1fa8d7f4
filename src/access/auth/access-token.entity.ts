import { Entity, Index, ManyToOne } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { User } from '../user/user.entity';

/** A bearer token. Only its SHA-256 is stored; revoking deletes the row. */
@Entity('access_token')
@Index('access_token_hash', ['hash'], { unique: true }) // authentication
@Index('access_token_user', ['userId', 'createdAt', 'id']) // the list of a user's tokens
export class AccessToken {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  /**
   * The token that created this one; null = created on the command line or with an OpenID Connect token. No foreign key: it stays when that
   * token is revoked. When a token in the middle is revoked, its children get its parent, so that the line of descent is never broken.
   */
  @UuidColumn({ nullable: true })
  parentId!: string | null;

  @TextColumn(100)
  name!: string;

  /** SHA-256 of the token, hexadecimal. */
  @AsciiColumn(64)
  hash!: string;

  /** Scopes separated by blanks. */
  @AsciiColumn(255)
  scopes!: string;

  @MomentColumn({ nullable: true })
  expiresAt!: string | null;

  @MomentColumn({ nullable: true })
  lastUsedAt!: string | null;

  @MomentColumn()
  createdAt!: string;
}
