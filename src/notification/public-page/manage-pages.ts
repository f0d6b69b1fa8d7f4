import { Injectable } from '@nestjs/common';
import { kindOfStep } from 'version-order';
import { Links } from '../../api/endpoint/links';
import { byLink, type UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { FavoriteService } from '../../favorite/favorite.service';
import { PolicyService, SkipListFull } from '../../favorite/policy/policy.service';
import { RiskDataRepository, riskKey } from '../delivery/risk-data.repository';
import { type ManageClaim, ManageLinks } from '../link/signed-links';
import { cleanLine } from '../rendering/clean-text';
import { LINK_ACTIONS, type LinkAction } from '../rendering/message-links';
import { riskFacts } from '../rendering/risk-words';
import type { UpdateRisk } from '../rendering/alert';
import { cleaned } from '../rendering/message';
import type { LinkPage, PageButton } from './link-page';
import { type ManagedUpdate, ManagedUpdateRepository } from './managed-update.repository';

/** The same for every invalid link, so that nobody learns which favorites exist. */
const NO_LINK: LinkPage = {
  status: 410,
  title: 'This link does not work',
  text: ['It is incomplete or has expired, or links like this were switched off. Nothing was changed.'],
};

const GONE: LinkPage = {
  status: 410,
  title: 'There is nothing left to do',
  text: ['You no longer follow this product, or this version was removed. Nothing was changed.'],
};

const DAY = 86_400;

/** Seconds for which each action snoozes a favorite. */
const SNOOZES = { 'snooze-day': DAY, 'snooze-week': 7 * DAY, 'snooze-month': 30 * DAY };

const MAX_NAME = 200;
const MAX_VERSION = 100;
const FOOTER = 'Anyone who has the message can open this page. The link works for 90 days.';

/** Undoing needs to sign in, or a token: the message alone is not enough to undo what its owner did. */
const UNDO = 'To undo this, sign in to the tracker, or send this request with your access token:';

const button = (value: string, label: string, quiet = true): PageButton => ({ name: 'action', value, label, quiet });

interface Managed extends ManagedUpdate {
  /** A reader of the message acts for the owner of the favorite. */
  by: UserActor;
  /** Null: nobody assesses both versions. */
  risk: UpdateRisk | null;
}

/** The page behind the link of a message, and the actions of its buttons: some of those that the favorite's owner has in the API. */
@Injectable()
export class ManagePages {
  private readonly actions: Record<string, (update: Managed) => Promise<LinkPage>> = {
    skip: (update) => this.skip(update),
    updated: (update) => this.updated(update),
    mute: (update) => this.mute(update),
    ...Object.fromEntries(
      Object.entries(SNOOZES).map(([name, seconds]) => [name, (update: Managed) => this.snooze(update, seconds)]),
    ),
  };

  private readonly links: Links;

  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly updates: ManagedUpdateRepository,
    private readonly risks: RiskDataRepository,
    private readonly favorites: FavoriteService,
    private readonly policies: PolicyService,
    private readonly tokens: ManageLinks,
    private readonly config: Config,
  ) {
    this.links = Links.withoutRequest(config);
  }

  /**
   * The update and the buttons.
   * @param url with the action that the link was called after, which comes first; anything else is left aside
   */
  async ask(token: string, requestId: string, url: string): Promise<LinkPage> {
    const update = await this.find(token, requestId);
    return 'title' in update ? update : this.withLink(update, questionOf(update, actionOf(url)));
  }

  /** @param body the raw body; without a known action nothing changes, and the page with the buttons is shown again */
  async act(token: string, requestId: string, body: unknown): Promise<LinkPage> {
    const update = await this.find(token, requestId);
    if ('title' in update) return update;
    const name = typeof body === 'string' ? new URLSearchParams(body.trim()).get('action') : null;
    if (name === null || !Object.hasOwn(this.actions, name))
      return { ...this.withLink(update, questionOf(update)), status: 400 };
    try {
      return this.withLink(update, await this.actions[name]!(update));
    } catch (error) {
      // It was deleted meanwhile.
      if (error instanceof Problem && error.type === 'not-found') return GONE;
      throw error;
    }
  }

  /** @returns the page that says so when the link is not ours or has expired, or the favorite or the version no longer exists */
  private async find(token: string, requestId: string): Promise<Managed | LinkPage> {
    const claim = this.tokens.read(token);
    if (!claim || (await this.hasExpired(claim))) return NO_LINK;
    const row = await this.updates.find(claim.favoriteId, claim.versionId);
    if (!row) return GONE;
    const step = { favoriteId: row.favoriteId, from: row.trackedId, to: row.versionId };
    const risks = row.assessed ? await this.risks.ofUpdates([step]) : null;
    return { ...row, by: byLink(row.userId, requestId), risk: risks?.get(riskKey(step)) ?? null };
  }

  private async hasExpired({ expires }: ManageClaim): Promise<boolean> {
    const now = Date.parse(toApiTimestamp(await this.clock.now(this.database)));
    return now >= expires * 1_000;
  }

  /** Leads to the web application, where there is one. */
  private withLink({ softwareId, ...update }: Managed, page: LinkPage): LinkPage {
    if (!this.config.web) return page;
    const label = `Open ${wordsOf(update).name} in the tracker`;
    return { ...page, link: { label, url: this.links.app(`software/${softwareId}`) } };
  }

  private async skip(update: Managed): Promise<LinkPage> {
    const { by, favoriteId, version: label } = update;
    const { name, version } = wordsOf(update);
    const policy = await this.policies.skip(by, favoriteId, label).catch(nullIfFull);
    if (policy === null) return this.full(update);
    return {
      title: `${name} ${version} is skipped`,
      text: ['You will not be notified about this version again, only about the next one.', UNDO],
      request: this.request(update, '/policy', { skip: policy.skip.filter((skipped) => skipped !== label) }),
    };
  }

  private full(update: Managed): LinkPage {
    return {
      status: 409,
      title: 'You cannot skip any more versions',
      text: ['The list of skipped versions is full, so nothing was changed. This request empties the list:'],
      request: this.request(update, '/policy', { skip: [] }),
    };
  }

  private async snooze(update: Managed, seconds: number): Promise<LinkPage> {
    const until = toApiTimestamp(await this.clock.later(this.database, seconds));
    await this.policies.update(update.by, update.favoriteId, { snoozed_until: until });
    const { name } = wordsOf(update);
    return {
      title: `${name} is snoozed until ${until.slice(0, 10)}`,
      text: [
        `You will not be notified about ${name} before ${until.slice(0, 16).replace('T', ' ')} UTC.`,
        'Then it shows as outdated again, and you get one more notification: about this version, or about a newer one if there is one.',
        UNDO,
      ],
      request: this.request(update, '/policy', { snoozed_until: null }),
    };
  }

  private async updated(update: Managed): Promise<LinkPage> {
    const { by, favoriteId, versionId } = update;
    const { name, tracked, version } = wordsOf(update);
    // The version in use may be at least as new by now, and then stays.
    if (!(await this.favorites.updateTo(by, favoriteId, versionId)))
      return { title: `You use ${name} ${tracked}`, text: ['There was nothing to change.'] };
    return {
      title: `You now use ${name} ${version}`,
      text: [`Before, you used ${tracked}. You will be notified about versions newer than ${version}.`, UNDO],
      request: this.request(update, '', { version: update.tracked }),
    };
  }

  private async mute(update: Managed): Promise<LinkPage> {
    await this.favorites.update(update.by, update.favoriteId, { notifications_enabled: false }, this.links);
    const { name } = wordsOf(update);
    return {
      title: `Notifications about ${name} are off`,
      text: ['You still follow it, and it still shows as outdated when there is an update.', UNDO],
      request: this.request(update, '', { notifications_enabled: true }),
    };
  }

  private request(update: Managed, path: string, body: object): string {
    return `PATCH ${this.links.favorite(update.favoriteId)}${path}\n${JSON.stringify(body)}`;
  }
}

function nullIfFull(error: unknown): null {
  if (error instanceof SkipListFull) return null;
  throw error;
}

function questionOf(update: Managed, wanted: LinkAction = 'updated'): LinkPage {
  const { name, tracked, version } = wordsOf(update);
  const mute = button('mute', `Turn off notifications about ${name}`);
  if (Number(update.reached) === 1)
    return {
      title: `You use ${name} ${tracked}`,
      text: [`That is as new as ${version}, so there is nothing to do.`],
      buttons: [['', [mute]]],
      footer: FOOTER,
    };
  return {
    title: `${name} ${version}`,
    update: { step: kindOfStep(update.tracked, update.version, update.tagPattern), from: tracked, to: version },
    text: [...riskLines(update), 'Nothing changes until you press a button.'],
    buttons: [...choicesOf(name, wanted), [wanted === 'snooze' ? '' : 'Or', [mute]]],
    footer: FOOTER,
  };
}

const actionOf = (url: string): LinkAction | undefined => {
  const wanted = new URLSearchParams(url.split('?')[1]).get('do');
  return LINK_ACTIONS.find((action) => action === wanted);
};

/** What the link was called comes first, with the one button that stands out. */
function choicesOf(name: string, wanted: LinkAction): NonNullable<LinkPage['buttons']> {
  const isSkip = wanted === 'skip';
  const isSnooze = wanted === 'snooze';
  const updated = button('updated', 'I have updated', isSkip || isSnooze);
  const skip = button('skip', 'Skip this version', !isSkip);
  const snooze = [
    button('snooze-day', 'a day'),
    button('snooze-week', 'a week', !isSnooze),
    button('snooze-month', '30 days'),
  ];
  const now: [string, PageButton[]] = [isSnooze ? 'Or' : '', isSkip ? [skip, updated] : [updated, skip]];
  const later: [string, PageButton[]] = [`Snooze ${name} for`, snooze];
  return isSnooze ? [later, now] : [now, later];
}

const riskLines = ({ risk }: Managed): string[] =>
  risk ? riskFacts(cleaned(risk)).map(([label, value]) => `${label}: ${value}.`) : [];

const wordsOf = ({ software, tracked, version }: Pick<Managed, 'software' | 'tracked' | 'version'>) => ({
  name: cleanLine(software, MAX_NAME),
  tracked: cleanLine(tracked, MAX_VERSION),
  version: cleanLine(version, MAX_VERSION),
});
