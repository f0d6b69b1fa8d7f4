import { Injectable } from '@nestjs/common';
import type { LinkPage } from './link-page';
import { ConsentService, type LinkState } from '../channel/consent.service';

const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

const CONFIRM: LinkPage = {
  title: 'Confirm your e-mail address',
  text: ['Would you like to receive software update notifications at this address?'],
  buttons: [['', [{ label: 'Yes, send me notifications', name: 'confirm', value: 'yes' }]]],
};

const CONFIRMED: LinkPage = {
  title: 'Your address is confirmed',
  text: [
    'We will send you an e-mail when there is an update. Every e-mail has a link to unsubscribe. You can close this page.',
  ],
};

/** The same for every invalid link, so that nobody learns which addresses or channels exist. */
const NO_LINK: LinkPage = {
  status: 410,
  title: 'This link does not work',
  text: [
    'It is incomplete or has expired, or the address was changed. Request a new e-mail where you entered your address.',
  ],
};

/** Shown only for a valid link that was sent to the current address. */
const REPLACED: LinkPage = {
  status: 410,
  title: 'This link was replaced by a newer one',
  text: ['We have sent a newer e-mail to this address. Please use the link in the newest one.'],
};

const UNSUBSCRIBE: LinkPage = {
  title: 'Unsubscribe from these e-mails?',
  text: ['You will no longer receive software update notifications at this address.'],
  buttons: [['', [{ label: 'Unsubscribe', ...ONE_CLICK }]]],
};

const UNSUBSCRIBED: LinkPage = {
  title: 'You are unsubscribed',
  text: [
    'We will not send any more notifications to this address unless you confirm it again. You can close this page.',
  ],
};

/** The pages behind the links in mails. */
@Injectable()
export class ConsentPages {
  constructor(private readonly consent: ConsentService) {}

  async askToConfirm(token: string): Promise<LinkPage> {
    return pageOf(await this.consent.check(token), CONFIRM);
  }

  async confirm(token: string, requestId: string): Promise<LinkPage> {
    return pageOf(await this.consent.confirm(token, requestId), CONFIRMED);
  }

  /** The same for every token, valid or not. */
  askToUnsubscribe(): LinkPage {
    return UNSUBSCRIBE;
  }

  /** @param body the raw body; without the field of RFC 8058 nothing changes, and the page with the button is shown again */
  async unsubscribe(token: string, requestId: string, body: unknown): Promise<LinkPage> {
    if (!isOneClick(body)) return { ...UNSUBSCRIBE, status: 400 };
    await this.consent.unsubscribe(token, requestId);
    return UNSUBSCRIBED;
  }
}

function pageOf(link: LinkState, page: LinkPage): LinkPage {
  if (link === 'valid') return page;
  return link === 'replaced' ? REPLACED : NO_LINK;
}

/** RFC 8058, section 3.2: urlencoded, or multipart/form-data. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  if (new URLSearchParams(body.trim()).get(ONE_CLICK.name) === ONE_CLICK.value) return true;
  const blocks = body.split(/\r?\n\r?\n/);
  return blocks.some(
    (block, at) => /^One-Click(?:\r?\n|$)/i.test(block) && /\bname="?List-Unsubscribe"?/i.test(blocks[at - 1] ?? ''),
  );
}
