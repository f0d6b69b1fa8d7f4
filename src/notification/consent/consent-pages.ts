import { Injectable } from '@nestjs/common';
import type { LinkPage } from '../page/link-page';
import { ConsentService, type LinkState } from './consent.service';

const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

const CONFIRM: LinkPage = {
  status: 200,
  title: 'Confirm your e-mail address',
  text: ['Would you like to receive software update notifications at this address?'],
  buttons: [['', [{ label: 'Yes, send me notifications', name: 'confirm', value: 'yes' }]]],
};

const CONFIRMED: LinkPage = {
  status: 200,
  title: 'Your address is confirmed',
  text: [
    'We will send you an e-mail when there is an update. Every e-mail has a link to unsubscribe. You can close this page.',
  ],
};

/** The same for whatever is wrong with a link: nobody learns which addresses or channels there are. */
const NO_LINK: LinkPage = {
  status: 410,
  title: 'This link does not work',
  text: [
    'It is incomplete or has expired, or the address was changed. Request a new e-mail where you entered your address.',
  ],
};

/** Only whoever has a genuine link of ours for this very address learns this. */
const REPLACED: LinkPage = {
  status: 410,
  title: 'This link was replaced by a newer one',
  text: ['We have sent a newer e-mail to this address since. Please use the link in the newest one.'],
};

const UNSUBSCRIBE: LinkPage = {
  status: 200,
  title: 'Unsubscribe from these e-mails?',
  text: ['You will no longer receive software update notifications at this address.'],
  buttons: [['', [{ label: 'Unsubscribe', ...ONE_CLICK }]]],
};

const UNSUBSCRIBED: LinkPage = {
  status: 200,
  title: 'You are unsubscribed',
  text: [
    'We will not send any more notifications to this address unless you confirm it again. You can close this page.',
  ],
};

/** What the pages behind the links in mails say. */
@Injectable()
export class ConsentPages {
  constructor(private readonly consent: ConsentService) {}

  async askToConfirm(token: string): Promise<LinkPage> {
    return pageOf(await this.consent.look(token), CONFIRM);
  }

  async confirm(token: string, requestId: string): Promise<LinkPage> {
    return pageOf(await this.consent.confirm(token, requestId), CONFIRMED);
  }

  /** The same for any token, ours or not. */
  askToUnsubscribe(): LinkPage {
    return UNSUBSCRIBE;
  }

  /** @param body as it came; without the one field of RFC 8058 nothing is changed, and the page with the button is back */
  async unsubscribe(token: string, requestId: string, body: unknown): Promise<LinkPage> {
    if (!isOneClick(body)) return { ...UNSUBSCRIBE, status: 400 };
    await this.consent.unsubscribe(token, requestId);
    return UNSUBSCRIBED;
  }
}

function pageOf(link: LinkState, works: LinkPage): LinkPage {
  if (link === 'works') return works;
  return link === 'replaced' ? REPLACED : NO_LINK;
}

/** RFC 8058, section 3.2: as multipart/form-data, or urlencoded as most send it. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  if (new URLSearchParams(body.trim()).get(ONE_CLICK.name) === ONE_CLICK.value) return true;
  return /\bname="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(body);
}
