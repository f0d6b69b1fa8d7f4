import { Injectable } from '@nestjs/common';
import { kindOfStep } from 'version-order';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { cleanLine } from '../rendering/clean-text';
import { LINK_ACTIONS, type LinkAction } from '../rendering/message-links';
import { riskFacts } from '../rendering/risk-words';
import { cleanRisk } from '../rendering/vulnerability';
import type { LinkPage, PageButton } from './link-page';
import { ManageLinks } from '../link/manage-links';
import { type ManagedUpdate, ManageService, SNOOZES } from './manage.service';

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

const MAX_NAME = 200;
const MAX_VERSION = 100;
const FOOTER = 'Anyone who has the message can open this page. The link works for 90 days.';

/** Undoing needs to sign in, or a token: the message alone is not enough to undo what its owner did. */
const UNDO = 'To undo this, sign in to the tracker, or send this request with your access token:';

const button = (value: string, label: string, quiet = true): PageButton => ({ name: 'action', value, label, quiet });

/** The page behind the link of a message, and the actions of its buttons. */
@Injectable()
export class ManagePages {
  private readonly actions: Record<string, (update: ManagedUpdate) => Promise<LinkPage>> = {
    skip: (update) => this.skip(update),
    updated: (update) => this.updated(update),
    mute: (update) => this.mute(update),
    ...Object.fromEntries(
      Object.entries(SNOOZES).map(([name, seconds]) => [name, (update: ManagedUpdate) => this.snooze(update, seconds)]),
    ),
  };

  /** Whether there is a web application to lead to. */
  private readonly hasPages: boolean;

  constructor(
    private readonly service: ManageService,
    private readonly links: ManageLinks,
    config: Config,
  ) {
    this.hasPages = config.web;
  }

  /**
   * The update and the buttons.
   * @param url with the action that the link was called after, which comes first; anything else is left aside
   */
  async ask(token: string, requestId: string, url: string): Promise<LinkPage> {
    const update = await this.service.find(token, requestId);
    if (update === 'no-link') return NO_LINK;
    return update === 'gone' ? GONE : this.withLink(update, questionOf(update, actionOf(url)));
  }

  /** @param body the raw body; without a known action nothing changes, and the page with the buttons is shown again */
  async act(token: string, requestId: string, body: unknown): Promise<LinkPage> {
    const update = await this.service.find(token, requestId);
    if (update === 'no-link') return NO_LINK;
    if (update === 'gone') return GONE;
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

  private withLink(update: ManagedUpdate, page: LinkPage): LinkPage {
    if (!this.hasPages) return page;
    const label = `Open ${wordsOf(update).name} in the tracker`;
    return { ...page, link: { label, url: this.links.productPage(update.softwareId) } };
  }

  private async skip(update: ManagedUpdate): Promise<LinkPage> {
    const before = await this.service.skip(update);
    const { name, version } = wordsOf(update);
    if (before === null) return this.full(update);
    return {
      status: 200,
      title: `${name} ${version} is skipped`,
      text: ['You will not be notified about this version again, only about the next one.', UNDO],
      request: this.request(update, '/policy', { skip: before }),
    };
  }

  private full(update: ManagedUpdate): LinkPage {
    return {
      status: 409,
      title: 'You cannot skip any more versions',
      text: ['The list of skipped versions is full, so nothing was changed. This request empties the list:'],
      request: this.request(update, '/policy', { skip: [] }),
    };
  }

  private async snooze(update: ManagedUpdate, seconds: number): Promise<LinkPage> {
    const until = await this.service.snooze(update, seconds);
    const { name } = wordsOf(update);
    return {
      status: 200,
      title: `${name} is snoozed until ${until.slice(0, 10)}`,
      text: [
        `You will not be notified about ${name} before ${until.slice(0, 16).replace('T', ' ')} UTC.`,
        'Then it shows as outdated again, and you get one more notification: about this version, or about a newer one if there is one.',
        UNDO,
      ],
      request: this.request(update, '/policy', { snoozed_until: null }),
    };
  }

  private async updated(update: ManagedUpdate): Promise<LinkPage> {
    const moved = await this.service.updated(update);
    const { name, tracked, version } = wordsOf(update);
    if (!moved) return { status: 200, title: `You use ${name} ${tracked}`, text: ['There was nothing to change.'] };
    return {
      status: 200,
      title: `You now use ${name} ${version}`,
      text: [`Before, you used ${tracked}. You will be notified about versions newer than ${version}.`, UNDO],
      request: this.request(update, '', { version: update.tracked }),
    };
  }

  private async mute(update: ManagedUpdate): Promise<LinkPage> {
    await this.service.mute(update);
    const { name } = wordsOf(update);
    return {
      status: 200,
      title: `Notifications about ${name} are off`,
      text: ['You still follow it, and it still shows as outdated when there is an update.', UNDO],
      request: this.request(update, '', { notifications_enabled: true }),
    };
  }

  private request(update: ManagedUpdate, path: string, body: object): string {
    return `PATCH ${this.links.favorite(update.favoriteId)}${path}\n${JSON.stringify(body)}`;
  }
}

function questionOf(update: ManagedUpdate, wanted: LinkAction = 'updated'): LinkPage {
  const { name, tracked, version } = wordsOf(update);
  const mute = button('mute', `Turn off notifications about ${name}`);
  if (update.reached)
    return {
      status: 200,
      title: `You use ${name} ${tracked}`,
      text: [`That is as new as ${version}, so there is nothing to do.`],
      buttons: [['', [mute]]],
      footer: FOOTER,
    };
  return {
    status: 200,
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

const riskLines = ({ risk }: ManagedUpdate): string[] =>
  risk ? riskFacts(cleanRisk(risk)).map(([label, value]) => `${label}: ${value}.`) : [];

const wordsOf = ({ software, tracked, version }: ManagedUpdate) => ({
  name: cleanLine(software, MAX_NAME),
  tracked: cleanLine(tracked, MAX_VERSION),
  version: cleanLine(version, MAX_VERSION),
});
