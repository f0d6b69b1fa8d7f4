"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.ConsentPages = void 0;
const common_1 = require("@nestjs/common");
const consent_service_1 = require("./consent.service");
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };
const CONFIRM = {
    status: 200,
    title: 'Confirm your e-mail address',
    text: ['Do you want news about software updates at the address that this link was sent to?'],
    buttons: [['', [{ label: 'Yes, send them to me', name: 'confirm', value: 'yes' }]]],
};
const CONFIRMED = {
    status: 200,
    title: 'Your address is confirmed',
    text: [
        'From now on you get a mail when there is an update. Each of them has a link to end it. You can close this page.',
    ],
};
/** The same for whatever is wrong with a link: nobody learns which addresses or channels there are. */
const NO_LINK = {
    status: 410,
    title: 'This link does not work',
    text: [
        'It is not complete, too old, or was replaced by another one. Ask for a new mail where you entered your address.',
    ],
};
const UNSUBSCRIBE = {
    status: 200,
    title: 'Stop these mails?',
    text: ['No more news about software updates is sent to the address that got this link.'],
    buttons: [['', [{ label: 'Stop these mails', ...ONE_CLICK }]]],
};
const UNSUBSCRIBED = {
    status: 200,
    title: 'You are unsubscribed',
    text: ['Nothing more is sent to this address, unless you confirm it anew. You can close this page.'],
};
/** What the pages behind the links in mails say. */
let ConsentPages = class ConsentPages {
    constructor(consent) {
        this.consent = consent;
    }
    async askToConfirm(token) {
        return (await this.consent.mayConfirm(token)) ? CONFIRM : NO_LINK;
    }
    async confirm(token, requestId) {
        return (await this.consent.confirm(token, requestId)) ? CONFIRMED : NO_LINK;
    }
    /** The same for any token, ours or not. */
    askToUnsubscribe() {
        return UNSUBSCRIBE;
    }
    /** @param body as it came; without the one field of RFC 8058 nothing is changed, and the page with the button is back */
    async unsubscribe(token, requestId, body) {
        if (!isOneClick(body))
            return { ...UNSUBSCRIBE, status: 400 };
        await this.consent.unsubscribe(token, requestId);
        return UNSUBSCRIBED;
    }
};
exports.ConsentPages = ConsentPages;
exports.ConsentPages = ConsentPages = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [consent_service_1.ConsentService])
], ConsentPages);
/** RFC 8058, section 3.2: as multipart/form-data, or urlencoded as most send it. */
function isOneClick(body) {
    if (typeof body !== 'string')
        return false;
    if (new URLSearchParams(body.trim()).get(ONE_CLICK.name) === ONE_CLICK.value)
        return true;
    return /\bname="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(body);
}
//# sourceMappingURL=consent-pages.js.map