import { Injectable } from '@nestjs/common';
import { Problem } from '../../common/problem/problem';
import { kindOfStep } from '../../version/ordering/step';
import { cleanLine } from '../channels/clean-text';
import type { LinkPage, PageButton } from '../page/link-page';
import { ManageLinks } from './manage-links';
import { type ManagedUpdate, ManageService, SNOOZES } from './manage.service';

/** The same for whatever is wrong with a link: nobody learns which favorites there are. */
const NO_LINK: LinkPage = {
  status: 410,
  title: 'This link does not work',
  text: ['It is not complete, too old, or such links were switched off. Nothing was changed.'],
};

const GONE: LinkPage = {
  status: 410,
  title: 'There is nothing to decide any more',
  text: ['The product is not followed any more, or this version of it was removed. Nothing was changed.'],
};

const MAX_NAME = 200;
const MAX_VERSION = 100;
const FOOTER = 'Whoever has the message can open this page. It works for 90 days after the message.';

/** There is no other way back than the API, and it wants a token: who only has the message cannot undo what its owner did. */
const UNDO = 'To undo it, send this request with a token of yours:';

const button = (value: string, label: string, quiet = true): PageButton => ({ name: 'action', value, label, quiet });

/** What the page behind a message's link says, and what its buttons do. */
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

  constructor(
    private readonly service: ManageService,
    private readonly links: ManageLinks,
  ) {}

  /** What is known of the update, and the buttons. */
  async ask(token: string, requestId: string): Promise<LinkPage> {
    const update = await this.service.find(token, requestId);
    if (update === 'no-link') return NO_LINK;
    return update === 'gone' ? GONE : questionOf(update);
  }

  /** @param body as it came; without an action that there is, nothing is changed, and the page with the buttons is back */
  async act(token: string, requestId: string, body: unknown): Promise<LinkPage> {
    const update = await this.service.find(token, requestId);
    if (update === 'no-link') return NO_LINK;
    if (update === 'gone') return GONE;
    const name = typeof body === 'string' ? new URLSearchParams(body.trim()).get('action') : null;
    if (name === null || !Object.hasOwn(this.actions, name)) return { ...questionOf(update), status: 400 };
    try {
      return await this.actions[name]!(update);
    } catch (error) {
      // Somebody deleted it meanwhile.
      if (error instanceof Problem && error.type === 'not-found') return GONE;
      throw error;
    }
  }

  private async skip(update: ManagedUpdate): Promise<LinkPage> {
    const before = await this.service.skip(update);
    const { name, version } = wordsOf(update);
    if (before === null) return this.full(update);
    return {
      status: 200,
      title: `${name} ${version} is skipped`,
      text: ['You are not told of this version again. You will be told of the next one.', UNDO],
      request: this.request(update, '/policy', { skip: before }),
    };
  }

  private full(update: ManagedUpdate): LinkPage {
    return {
      status: 409,
      title: 'No more versions can be skipped',
      text: ['The list of skipped versions is full, and nothing was changed. This request empties it:'],
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
        `You are told nothing of ${name} before ${until.slice(0, 16).replace('T', ' ')} UTC.`,
        'Then it is shown as outdated again, and you are told once more: of this version, or of a newer one if there is one by then.',
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
      title: `You use ${name} ${version} now`,
      text: [`The version in use was ${tracked}. You will be told when there is a newer one than ${version}.`, UNDO],
      request: this.request(update, '', { version: update.tracked }),
    };
  }

  private async mute(update: ManagedUpdate): Promise<LinkPage> {
    await this.service.mute(update);
    const { name } = wordsOf(update);
    return {
      status: 200,
      title: `No more messages about ${name}`,
      text: ['It is still followed, and shown as outdated when it is.', UNDO],
      request: this.request(update, '', { notifications_enabled: true }),
    };
  }

  private request(update: ManagedUpdate, path: string, body: object): string {
    return `PATCH ${this.links.favorite(update.favoriteId)}${path}\n${JSON.stringify(body)}`;
  }
}

function questionOf(update: ManagedUpdate): LinkPage {
  const { name, tracked, version } = wordsOf(update);
  const mute = button('mute', `No more messages about ${name}`);
  if (update.reached)
    return {
      status: 200,
      title: `You use ${name} ${tracked}`,
      text: [`That is as new as ${version}: there is nothing to do.`],
      buttons: [['', [mute]]],
      footer: FOOTER,
    };
  return {
    status: 200,
    title: `${name} ${version}`,
    update: { step: kindOfStep(update.tracked, update.version, update.tagPattern), from: tracked, to: version },
    text: ['Nothing is changed before you press a button.'],
    buttons: [
      ['', [button('updated', 'I have updated', false), button('skip', 'Skip this version')]],
      [
        `Tell me nothing of ${name} for`,
        [button('snooze-day', 'a day'), button('snooze-week', 'a week'), button('snooze-month', '30 days')],
      ],
      ['Or', [mute]],
    ],
    footer: FOOTER,
  };
}

const wordsOf = ({ software, tracked, version }: ManagedUpdate) => ({
  name: cleanLine(software, MAX_NAME),
  tracked: cleanLine(tracked, MAX_VERSION),
  version: cleanLine(version, MAX_VERSION),
});
