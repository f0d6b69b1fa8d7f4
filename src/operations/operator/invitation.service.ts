import { Injectable, Logger } from '@nestjs/common';
import { type MadeLink, SignInLinks } from '../../access/auth/session/sign-in-links';
import { assertGrants, TokenService } from '../../access/auth/token.service';
import { UserService } from '../../access/user/user.service';
import type { Links } from '../../api/endpoint/links';
import type { Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import type { Scope } from '../../config/scopes';
import { Database, type Transaction } from '../../database/database';
import { EmailChannel } from '../../notification/providers/email.channel';
import { ConfirmationService } from '../../notification/system-message/confirmation.service';
import type { InvitationResponse, InviteUserDto } from './dto/invitation.dto';
import { html } from '../../notification/rendering/html';
import { INLINE, mailButton, mailFrame } from '../../notification/rendering/mail-frame';
import { OperatorRepository } from './operator.repository';

interface Invited extends MadeLink {
  id: string;
  email: string | null;
}

/** Lets people in: a new user, with a link that signs them in once. */
@Injectable()
export class InvitationService {
  private readonly logger = new Logger(InvitationService.name);

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly repository: OperatorRepository,
    private readonly users: UserService,
    private readonly tokens: TokenService,
    private readonly links: SignInLinks,
    private readonly mail: EmailChannel,
    private readonly limit: ConfirmationService,
  ) {}

  /** @throws Problem forbidden, conflict, sign-in-again, too-many-requests */
  invite(caller: Principal, { name, email, scopes }: InviteUserDto, links: Links): Promise<InvitationResponse> {
    const user = { name: name.trim(), email: email ?? null };
    return this.withLink(caller, scopes, links, async (sql) => ({
      id: await this.users.createNamed(sql, caller, user),
      email: user.email,
    }));
  }

  /**
   * Another link for somebody who has not come. Whoever has been here makes links by themselves: an operator signs in as nobody else.
   * @throws Problem forbidden, not-found, conflict, sign-in-again, too-many-requests
   */
  inviteAgain(caller: Principal, id: string, scopes: Scope[], links: Links): Promise<InvitationResponse> {
    return this.withLink(caller, scopes, links, async (sql) => {
      const user = await this.repository.lockInvited(sql, id);
      if (!user) throw Problem.notFound('user');
      if (user.issuer !== null || user.disabled_at !== null || Number(user.was_here) > 0)
        throw new Problem('conflict', 'This user has been here, is disabled, or signs in with OpenID Connect.');
      return { id, email: user.email };
    });
  }

  private async withLink(
    caller: Principal,
    scopes: Scope[],
    links: Links,
    find: (sql: Transaction) => Promise<Pick<Invited, 'id' | 'email'>>,
  ): Promise<InvitationResponse> {
    assertGrants(caller, scopes);
    const invited = await this.database.transaction(async (sql): Promise<Invited> => {
      await this.tokens.lockMaker(sql, caller);
      const user = await find(sql);
      const link = await this.links.invite(sql, caller, user.id, scopes);
      if (this.mailed(user)) await this.limit.countInHour(sql);
      return { ...user, ...link };
    });
    const url = links.signIn(invited.code);
    const ends_at = toApiTimestamp(invited.endsAt);
    return { url, ends_at, id: invited.id, mailed: await this.send(invited, url, links) };
  }

  private mailed = ({ email }: { email: string | null }) => email !== null && this.config.smtpUrl !== null;

  /** At once, and once: the link is nowhere else. @returns whether the relay has taken the mail */
  private async send(invited: Invited, url: string, { origin }: Links): Promise<boolean> {
    if (!this.mailed(invited)) return false;
    const mail = { id: `i-${invited.id}-${Date.now()}`, ...invitationContent(url, origin) };
    const { kind, code } = await this.mail.sendTo(invited.email!, mail);
    if (kind !== 'ok') this.logger.warn({ msg: 'invitation not mailed', user: invited.id, code });
    return kind === 'ok';
  }
}

/** The mail that lets somebody in. It contains no text of users: otherwise they could write to strangers in our name. */
function invitationContent(url: string, origin: string): { subject: string; text: string; html: string } {
  const subject = 'Your invitation to the software update tracker';
  const asked = (where: string) => `The operator of ${where} has invited you. This link signs you in:`;
  const once = 'It works once, for 7 days. Whoever has it can use it, so do not pass it on.';
  const no = 'If you do not know what this is about, ignore this e-mail.';
  const body = html`<h1 class="ink" style="${INLINE.h1}">${subject}</h1>
    <p style="${INLINE.p}">${asked(new URL(origin).host)}</p>
    ${mailButton('Sign in', url)}
    <p style="margin:0">${once}</p>`;
  return {
    subject,
    text: [subject, asked(origin), url, once, no].join('\n\n') + '\n',
    html: mailFrame(subject, body, html`${no}`).source,
  };
}
