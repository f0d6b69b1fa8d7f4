import { Entity, Index, ManyToOne } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../../database/columns';
import { User } from '../../user/user.entity';

/** A browser in which somebody is signed in. Only the SHA-256 of its cookie is stored; ending the session deletes the row. */
@Entity('web_session')
@Index('web_session_hash', ['hash'], { unique: true }) // authentication
@Index('web_session_user', ['userId', 'createdAt', 'id']) // the list of a user's sessions, and the oldest of them
@Index('web_session_token', ['accessTokenId']) // the sessions of a token that is revoked
@Index('web_session_idle', ['idleUntil']) // those that have ended
export class WebSession {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  /** SHA-256 of the cookie's value, hexadecimal. */
  @AsciiColumn(64)
  hash!: string;

  /** How they signed in: one of `SIGN_IN_MEANS`. */
  @AsciiColumn(16)
  means!: string;

  /** The id of the token or the link, or the subject of OpenID Connect. */
  @TextColumn(255, { nullable: true })
  credential!: string | null;

  /** The token that was signed in with: the session ends with it. */
  @UuidColumn({ nullable: true })
  accessTokenId!: string | null;

  @ManyToOne('access_token', { onDelete: 'CASCADE', nullable: true })
  accessToken!: object | null;

  /** Scopes separated by blanks. */
  @AsciiColumn(255)
  scopes!: string;

  /** The browser in a few words, such as `Firefox on Linux`. */
  @AsciiColumn(64)
  agent!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  lastUsedAt!: string;

  /** When it ends unless it is used; never after `endsAt`. */
  @MomentColumn()
  idleUntil!: string;

  /** When it ends however much it is used. */
  @MomentColumn()
  endsAt!: string;
}

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

  /** The session of the user who made it, without which it is worth nothing; null = the operator made it. */
  @UuidColumn({ nullable: true })
  sessionId!: string | null;
}
