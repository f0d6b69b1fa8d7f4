import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import { audit, type AuditDetails } from '../audit/audit.repository';
import { type Actor, COMMAND_LINE } from '../../api/identity/actor';
import { isId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { sha256 } from '../../common/fingerprint';
import { Database, type Transaction } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { type Account, type NewUser, type Person, UserRepository } from './user.repository';

export type KnownUser = Pick<Account, 'id' | 'name' | 'disabled_at'>;

/** A user named on the command line. */
export interface NamedUser {
  name: string;
  /** null = unchanged. */
  email: string | null;
  /** Means a person of the OpenID Connect issuer. They choose their names, so they are never taken by accident. */
  isPerson?: boolean;
}

const PAGE = 500;

/** Finds, creates, disables and enables users. `UserRemoval` deletes them with all that they own. */
@Injectable()
export class UserService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
  ) {}

  /** By name. */
  async *list(): AsyncGenerator<Account> {
    for (let after = ''; ;) {
      const rows = await this.users.after(after, PAGE);
      yield* rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.name;
    }
  }

  /** An id comes before a name: a user whose name is the id of another is not meant. */
  async find(idOrName: string): Promise<Account | null> {
    const byId = isId(idOrName) ? await this.users.find('id', idOrName.toLowerCase()) : null;
    return byId ?? this.users.find('name', idOrName);
  }

  /**
   * The user of this name, for a token or a link that signs in.
   * @returns null when there is none
   * @throws Error when the name is that of the other kind of user, or of one who is disabled
   */
  async findNamed(name: string, isPerson: boolean): Promise<KnownUser | null> {
    const user = await this.users.find('name', name);
    if (user || isPerson) assertKind(name, user, isPerson);
    return user;
  }

  /** For the command line. @throws Problem conflict when another has the name */
  async createFor(user: NamedUser): Promise<Account> {
    const id = await this.database.transaction((sql) => this.createNamed(sql, COMMAND_LINE, user));
    return (await this.users.find('id', id))!;
  }

  /** @returns the id of a user who is nobody's at an issuer @throws Problem conflict when another has the name */
  async createNamed(sql: Transaction, actor: Actor, { name, email }: NamedUser): Promise<string> {
    try {
      return await this.create(sql, actor, { name, email, issuer: null, subject: null });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new Problem('conflict', `There is a user "${name}" already.`);
    }
  }

  /**
   * The user of this name, created if there is none; an email address replaces the previous one.
   * @returns the id
   * @throws Error when the name is that of the other kind of user, or of one who is disabled
   */
  async findOrCreateByName(sql: Transaction, actor: Actor, { name, email, isPerson = false }: NamedUser) {
    try {
      if (!isPerson) return await this.createNamed(sql, actor, { name, email });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    const user = await this.users.find('name', name, sql);
    assertKind(name, user, isPerson);
    if (email !== null && (await this.users.changeEmail(sql, user!.id, email)))
      await audit(sql, actor, 'profile.updated', user!.id, { fields: ['email'] });
    return user!.id;
  }

  /**
   * The user of an issuer, created at first sight. Only issuer and subject identify them; a name that is taken gets a few digits
   * appended.
   */
  async findOrCreatePerson(person: Person): Promise<KnownUser> {
    const { issuer, subject, name, email } = person;
    const actor: Actor = { userId: null, means: 'oidc', credential: subject, requestId: null };
    const digits = sha256(`${issuer} ${subject}`).slice(0, 12);
    for (const free of [name, `${firstCharacters(name, 80)} (${digits})`]) {
      const known = await this.users.findPerson(person);
      if (known) return known;
      try {
        const user = { name: free, email, issuer, subject };
        const id = await this.database.transaction((sql) => this.create(sql, actor, user));
        return { id, name: free, disabled_at: null };
      } catch (error) {
        // Another replica has just created the user, or the name is taken.
        if (!isDuplicateKey(error)) throw error;
      }
    }
    const known = await this.users.findPerson(person);
    if (!known) throw new Error('both names for a new user are taken');
    return known;
  }

  /** @returns whether anything changed */
  async disable(sql: Transaction, id: string, actor: Actor = COMMAND_LINE): Promise<boolean> {
    const changed = await this.users.setDisabled(sql, id, true);
    if (changed) await audit(sql, actor, 'user.disabled', id);
    return changed;
  }

  /** @returns whether anything changed */
  async enable(sql: Transaction, id: string, actor: Actor = COMMAND_LINE): Promise<boolean> {
    const changed = await this.users.setDisabled(sql, id, false);
    if (changed) await audit(sql, actor, 'user.enabled', id);
    return changed;
  }

  /** Deletes the row of a user who owns nothing any more. */
  async delete(sql: Transaction, id: string, details: AuditDetails, actor: Actor = COMMAND_LINE): Promise<void> {
    if (await this.users.delete(sql, id)) await audit(sql, actor, 'user.deleted', id, details);
  }

  private async create(sql: Transaction, actor: Actor, user: NewUser): Promise<string> {
    const id = await this.users.insert(sql, user);
    const { name, issuer, subject } = user;
    await audit(sql, actor, 'user.created', id, { name, issuer, subject });
    return id;
  }
}

function assertKind(name: string, user: Account | null, isPerson: boolean): void {
  const isOne = user !== null && user.issuer !== null;
  if (isPerson && !isOne) throw new Error(`No person of an issuer is called "${name}" here.`);
  if (!isPerson && isOne)
    throw new Error(
      `"${name}" is a person of the issuer ${user.issuer} (${user.subject}), who would share the user of this token, and could see ` +
        'and revoke it. Choose another name, or add --issuer-user if you mean this person.',
    );
  if (user?.disabled_at != null) throw new Error(`The user "${name}" is disabled.`);
}
