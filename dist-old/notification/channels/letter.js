"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MANAGE = exports.RELEASE_NOTES = exports.YOU_USE = exports.NEW_VERSION = exports.STEP_WORDS = void 0;
exports.letterOf = letterOf;
const step_1 = require("../../version/ordering/step");
const clean_text_1 = require("./clean-text");
const message_1 = require("./message");
/** What a person calls each kind of step, the largest first. */
exports.STEP_WORDS = {
    major: 'Major updates',
    minor: 'Minor updates',
    patch: 'Patches',
    other: 'Other updates',
};
/** Labels that mail shows in another way than the rest. */
exports.NEW_VERSION = 'New version';
exports.YOU_USE = 'You use';
exports.RELEASE_NOTES = 'Release notes';
exports.MANAGE = 'Skip or snooze';
const MAX_SUBJECT = 200;
/** Other new versions that are named one by one. */
const MAX_OTHERS = 10;
/** Hebrew, Arabic and their neighbours: the only letters that can turn the text around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** The words of a message, made harmless. */
function letterOf(message) {
    const clean = (0, message_1.cleanMessage)(message);
    const letter = { ...PLAIN, ...wordsOf(clean, message), unsubscribe: clean.links.unsubscribe ?? null };
    return { ...letter, subject: (0, clean_text_1.cut)(letter.subject, MAX_SUBJECT) };
}
const PLAIN = { facts: [], others: null, items: [], more: 0, links: [], step: null };
function wordsOf(clean, given) {
    if (clean.kind === 'test')
        return testWords(clean);
    if (clean.kind === 'channel.disabled')
        return disabledWords(clean);
    if (clean.kind === 'source.failing')
        return failingWords(clean);
    if (clean.kind === 'update.digest')
        return digestWords(clean);
    return updateWords(clean, clean.updates[0], given.updates[0].versions.length);
}
/** @param count how many versions are new: more than the clean message carries */
function updateWords(message, update, count) {
    const name = isolate(update.software.name);
    const tracked = update.trackedVersion?.version;
    const out = `${isolate((0, clean_text_1.cut)(update.software.name, 80))} ${(0, clean_text_1.cut)(update.version.version, 40)} is out`;
    return {
        subject: (update.reminder ? 'Reminder: ' : '') + out + (tracked ? ` (you use ${(0, clean_text_1.cut)(tracked, 40)})` : ''),
        headline: out,
        intro: introOf(update, name),
        facts: factsOf(update),
        others: othersOf(update, count),
        links: linksOf(update, message),
        footer: `You get this because you follow ${name}.`,
        step: update.step,
    };
}
function introOf(update, name) {
    const what = `${update.step === 'other' ? 'update' : STEP_NOUNS[update.step]} of ${name}`;
    if (update.reminder)
        return `The ${what} is still waiting for you.`;
    return `There is ${update.step === 'other' ? 'an' : 'a'} ${what}${update.prerelease ? ', a pre-release' : ''}.`;
}
const STEP_NOUNS = {
    major: 'major update',
    minor: 'minor update',
    patch: 'patch',
    other: 'update',
};
function digestWords({ updates, total, links }) {
    const count = Math.max(total, updates.length);
    const steps = step_1.STEPS.filter((step) => updates.some((update) => update.step === step));
    const counts = steps.map((step) => `${updates.filter((update) => update.step === step).length} ${step}`);
    const headline = count === 1 ? '1 update' : `${count} updates`;
    const whole = updates.length === count && steps.length > 0;
    return {
        subject: whole ? `${headline}: ${counts.join(', ')}` : headline,
        headline,
        intro: count === 1 ? 'This is new for you since the last time.' : 'These are new for you since the last time.',
        items: updates.map(itemOf),
        more: count - updates.length,
        links: links.self ? [['Notifications', links.self]] : [],
        footer: 'You get this because you follow these products.',
        step: steps[0] ?? null,
    };
}
function itemOf({ software, trackedVersion, version, step, links }) {
    return {
        name: isolate((0, clean_text_1.cut)(software.name, 80)),
        from: trackedVersion && (0, clean_text_1.cut)(trackedVersion.version, 40),
        to: (0, clean_text_1.cut)(version.version, 40),
        step,
        url: links.manage ?? links.notes ?? links.favorite ?? links.software ?? null,
    };
}
function testWords({ links }) {
    return {
        subject: 'Test: your notifications arrive',
        headline: 'This is a test',
        intro: 'The channel works: when a product that you follow has an update, the news will come this way.',
        links: links.self ? [['The channel', links.self]] : [],
        footer: 'Somebody with access to your account asked for this test.',
    };
}
function disabledWords({ channel, links }) {
    const name = isolate(channel.name);
    return {
        subject: `Your channel ${(0, clean_text_1.cut)(name, 80)} was switched off`,
        headline: `Your channel ${(0, clean_text_1.cut)(name, 80)} was switched off`,
        intro: 'Nothing is sent through it any more. When the cause is mended, switch it on again.',
        facts: [
            ['Channel', `${name} (${channel.type})`],
            ['Reason', channel.reason],
        ],
        links: links.self ? [['The channel', links.self]] : [],
        footer: 'You get this because the channel is yours.',
    };
}
/** Sources that a message names one by one. */
const MAX_SOURCES = 25;
function failingWords({ sources = [], total }) {
    const [only] = total === 1 ? sources : [];
    const headline = only
        ? `The source of ${isolate((0, clean_text_1.cut)(only.software.name, 80))} fails`
        : `${total} sources fail, the first since ${dateOf(sources[0]?.failingSince ?? null)}`;
    const named = sources.slice(0, MAX_SOURCES);
    return {
        subject: headline,
        headline,
        intro: `New versions of ${only ? 'this product' : 'these products'} are not noticed. ${WHAT_TO_DO}`,
        facts: only ? factsOfSource(only) : named.map((source) => [isolate((0, clean_text_1.cut)(source.software.name, 80)), lineOf(source)]),
        more: Math.max(0, total - named.length),
        links: only?.links.software ? [['In the tracker', only.links.software]] : [],
        footer: 'You get this because OPERATOR_CHANNEL_URL of the software update tracker leads to you. A source is told of once, and again only ' +
            'if it fails for another day after it has worked.',
    };
}
const WHAT_TO_DO = 'Polling goes on, at least once a day. “source list --failing” on the command line shows them all; if a product has moved, set its ' +
    'source anew (PUT /api/v1/software/{id}/source) or remove it (DELETE).';
const factsOfSource = (source) => [
    ['Product', isolate(source.software.name)],
    ['Source', source.type],
    ['Failing since', momentOf(source.failingSince)],
    ['Last error', source.lastError],
];
const lineOf = ({ type, failingSince, lastError }) => `${type}, since ${momentOf(failingSince)}: ${(0, clean_text_1.cut)(lastError, 200)}`;
/** `2026-11-20 10:00 UTC` */
const momentOf = (text) => `${text.slice(0, 16).replace('T', ' ')} UTC`;
function factsOf(update) {
    const facts = [
        [exports.NEW_VERSION, update.version.version + (update.prerelease ? ' (pre-release)' : '')],
        [exports.YOU_USE, update.trackedVersion?.version],
        ['Released', dateOf(update.releasedAt)],
        ['Publisher', update.publisher && isolate(update.publisher.name)],
    ];
    return facts.filter((fact) => Boolean(fact[1]));
}
/** `142.0.3, 142.0.2 and 9 more`; null when there is only the one. */
function othersOf({ version, versions }, count) {
    const others = versions.filter(({ id }) => id !== version.id).map((other) => other.version);
    if (others.length === 0)
        return null;
    const known = count - (versions.length - others.length);
    const more = known - Math.min(others.length, MAX_OTHERS);
    return others.slice(0, MAX_OTHERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
function linksOf({ links, software, favorite }, message) {
    const all = [
        [exports.RELEASE_NOTES, links.notes],
        [exports.MANAGE, links.manage],
        ['Website', software.url],
        ['Releases', links.releases],
        ['In the tracker', links.software],
        ['Your favorite', links.favorite ?? favorite?.url],
        ['This notification', message.links.self],
    ];
    return all.filter((link) => Boolean(link[1]));
}
/** `20 November 2026`, or null for what is not a date. */
function dateOf(text) {
    const date = new Date(text ?? NaN);
    if (Number.isNaN(date.getTime()))
        return null;
    return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
/** Keeps a right-to-left name from turning the words around it; other names stay as they are, to be searched for. */
function isolate(name) {
    return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
//# sourceMappingURL=letter.js.map