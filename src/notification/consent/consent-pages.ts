import { Injectable } from '@nestjs/common';
import type { LinkPage } from '../page/link-page';
import { ConsentService } from './consent.service';

const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

const CONFIRM: LinkPage = {
  status: 200,
  title: 'Confirm your e-mail address',
  text: ['Do you want news about software updates at the address that this link was sent to?'],
  buttons: [['', [{ label: 'Yes, send them to me', name: 'confirm', value: 'yes' }]]],
};

const CONFIRMED: LinkPage = {
  status: 200,
  title: 'Your address is confirmed',
  text: [
    'From now on you get a mail when there is an update. Each of them has a link to end it. You can close this page.',
  ],
};

/** The same for whatever is wrong with a link: nobody learns which addresses or channels there are. */
const NO_LINK: LinkPage = {
  status: 410,
  title: 'This link does not work',
  text: [
    'It is not complete, too old, or was replaced by another one. Ask for a new mail where you entered your address.',
  ],
};

const UNSUBSCRIBE: LinkPage = {
  status: 200,
  title: 'Stop these mails?',
  text: ['No more news about software updates is sent to the address that got this link.'],
  buttons: [['', [{ label: 'Stop these mails', ...ONE_CLICK }]]],
};

const UNSUBSCRIBED: LinkPage = {
  status: 200,
  title: 'You are unsubscribed',
  text: ['Nothing more is sent to this address, unless you confirm it anew. You can close this page.'],
};

/** What the pages behind the links in mails say. */
@Injectable()
export class ConsentPages {
  constructor(private readonly consent: ConsentService) {}

  async askToConfirm(token: string): Promise<LinkPage> {
    return (await this.consent.mayConfirm(token)) ? CONFIRM : NO_LINK;
  }

  async confirm(token: string, requestId: string): Promise<LinkPage> {
    return (await this.consent.confirm(token, requestId)) ? CONFIRMED : NO_LINK;
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

/** RFC 8058, section 3.2: as multipart/form-data, or urlencoded as most send it. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  if (new URLSearchParams(body.trim()).get(ONE_CLICK.name) === ONE_CLICK.value) return true;
  return /\bname="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(body);
}
