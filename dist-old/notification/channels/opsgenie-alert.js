"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OpsgenieAlertChannel = exports.PRIORITIES = void 0;
const channel_1 = require("./channel");
const fit_1 = require("./fit");
const http_exchange_1 = require("./http-exchange");
const url_setting_1 = require("../../common/settings/url-setting");
const incident_key_1 = require("./incident-key");
const inert_text_1 = require("./inert-text");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const outcome_1 = require("./outcome");
/** UTF-16 units; the documentation says characters. */
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
/** A new version wakes nobody. */
const PRIORITY = 'P5';
exports.PRIORITIES = ['P1', 'P2', 'P3', 'P4', 'P5'];
/**
 * The Alert API that Opsgenie had and Jira Service Management took over: the same body, another address. An alert with the same
 * `alias` is merged into the one that is open.
 */
class OpsgenieAlertChannel extends channel_1.Channel {
    constructor(http) {
        super();
        this.http = http;
        this.retryProfile = 'http';
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async send({ id, settings, message }) {
        const own = {
            alias: (0, incident_key_1.incidentKey)(id, message),
            source: 'Software update tracker',
            priority: settings.priority ?? PRIORITY,
        };
        const render = (letter) => ({ ...contentOf(letter), ...own, details: { delivery: id } });
        const fits = ({ description }) => (0, fit_1.utf16Units)(description) <= MAX_DESCRIPTION;
        // Whether a description is shown as HTML depends on where it is read: nothing in it is a tag either way.
        const body = (0, fit_1.fitLetter)((0, inert_text_1.mapTexts)((0, letter_1.letterOf)(message), inert_text_1.inertText), render, fits);
        const headers = { authorization: `GenieKey ${settings.api_key}` };
        return (0, http_exchange_1.exchange)(this.http, (0, http_exchange_1.jsonPost)((0, url_setting_1.under)(this.baseOf(settings), 'v2', 'alerts'), body, headers), judge);
    }
}
exports.OpsgenieAlertChannel = OpsgenieAlertChannel;
function contentOf(letter) {
    return {
        message: (0, fit_1.cutText)(letter.subject, MAX_MESSAGE),
        description: (0, lines_1.plainText)(letter),
        tags: ['software-update', ...(letter.step ? [letter.step] : [])],
    };
}
/** 202 is "will be processed": whether an alert came of it, only their log of requests tells. */
function judge(answer) {
    const outcome = (0, outcome_1.outcomeOfHttp)(answer);
    if (answer.status === 422)
        return { ...outcome, reason: 'Answered 422: the alert is refused as it is' };
    return outcome;
}
//# sourceMappingURL=opsgenie-alert.js.map