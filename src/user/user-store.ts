import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { firstCharacters } from '../common/text';
import type { Moment } from '../common/moment';
import { Database, type Sql } from '../database/database';
import { isDuplicateKey } from '../database/errors';
import type { Actor } from './actor';
import { audit } from './audit/audit-log';
import type { Person } from './oidc/claims';
import { sha256 } from './principal-cache';

export interface KnownUser {
  id: string;
  name: string;
  /** null = enabled. */
  disabled_at: Moment | null;
}

/** A user by name, on the command line. */
export interface NamedUser {
  name: string;
  /** null = as it is. */
  email: string | null;
  /** A person of the OpenID Connect issuer is meant: such a user chose the name, and is never taken by accident. */
  isPerson?: boolean;
}

interface NewUser {
  name: string;
  email: string | null;
  issuer: string | null;
  subject: string | null;
}

/** The users there are. */
@Injectable()
export class UserStore {
  constructor(private readonly database: Database) {}

  /**
   * The user of this name, who is made if need be, but not a person of an issuer; an address that is given replaces the one before.
   * @throws Error when the name is that of another kind of user, or of one who is disabled
   */
  async named(sql: Sql, actor: Actor, { name, email, isPerson = false }: NamedUser): Promise<string> {
    try {
      if (!isPerson) return await this.insert(sql, actor, { name, email, issuer: null, subject: null });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const [user] = await sql.query<KnownUser & { issuer: string | null; subject: string | null }>(
      'SELECT id, name, disabled_at, issuer, subject FROM user WHERE name = ?',
      [name],
    );
    demandKind(name, user, isPerson);
    const { id } = user!;
    if (email !== null) await this.changeAddress(sql, actor, id, email);
    return id;
  }

  private async changeAddress(sql: Sql, actor: Actor, id: string, email: string): Promise<void> {
    const changed = await sql.execute(
      `UPDATE user SET email = ?, updated_at = ${sql.dialect.now} WHERE id = ? AND (email IS NULL OR email <> ?)`,
      [email, id, email],
    );
    if (changed > 0) await audit(sql, actor, 'profile.updated', id, { fields: ['email'] });
  }

  /**
   * Whom the issuer means, made at first sight. By issuer and subject alone: a name is nobody's proof, so who comes with the name of
   * somebody else becomes another user, under that name and a few digits.
   */
  async ofPerson(person: Person): Promise<KnownUser> {
    const { issuer, subject, name, email } = person;
    const actor: Actor = { userId: null, means: 'oidc', credential: subject, requestId: null };
    const digits = sha256(`${issuer} ${subject}`).slice(0, 12);
    for (const free of [name, `${firstCharacters(name, 80)} (${digits})`]) {
      const known = await this.find(person);
      if (known) return known;
      try {
        const user = { name: free, email, issuer, subject };
        const id = await this.database.transaction((sql) => this.insert(sql, actor, user));
        return { id, name: free, disabled_at: null };
      } catch (error) {
        // Another replica has made the user a moment ago, or somebody has this name.
        if (!isDuplicateKey(error)) throw error;
      }
    }
    const known = await this.find(person);
    if (!known) throw new Error('two names of a new user are taken');
    return known;
  }

  private async find({ issuer, subject }: Person): Promise<KnownUser | undefined> {
    const [user] = await this.database.queryPrepared<KnownUser>(
      'SELECT id, name, disabled_at FROM user WHERE issuer = ? AND subject = ?',
      [issuer, subject],
    );
    return user;
  }

  private async insert(sql: Sql, actor: Actor, { name, email, issuer, subject }: NewUser): Promise<string> {
    const id = newId();
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO user (id, name, email, issuer, subject, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ${now}, ${now})`,
      [id, name, email, issuer, subject],
    );
    await audit(sql, actor, 'user.created', id, { name, issuer, subject });
    return id;
  }
}

function demandKind(
  name: string,
  user: { issuer: string | null; subject: string | null; disabled_at: Moment | null } | undefined,
  isPerson: boolean,
): void {
  const isOne = user !== undefined && user.issuer !== null;
  if (isPerson && !isOne) throw new Error(`No person of an issuer is called "${name}" here.`);
  if (!isPerson && isOne)
    throw new Error(
      `"${name}" is a person of the issuer ${user.issuer} (${user.subject}), who would share the user of this token, and could see ` +
        'and revoke it. Choose another name, or add --issuer-user if you mean this person.',
    );
  if (user?.disabled_at != null) throw new Error(`The user "${name}" is disabled.`);
}
