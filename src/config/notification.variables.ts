import isEmail from 'validator/lib/isEmail';
import { parseUrl } from 'small-parts';
import { formatDuration, SHORTEST_REMINDER } from './duration';
import { ESCAPES, undecodablePart } from './url';
import { baseUrl, boolean, duration, type Shape, type Variable } from './variable';

/** Where operator reports go. */
export type OperatorChannel = { kind: 'webhook'; url: string } | { kind: 'email'; address: string };

/** An http(s) URL, private networks included, or `mailto:` and one address. Refuses credentials in the URL: they would not be sent. */
function parseOperatorChannel(text: string): OperatorChannel | null {
  const url = parseUrl(text);
  if (!url || url.hash) return null;
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return url.username || url.password ? null : { kind: 'webhook', url: url.href };
  const address = url.pathname;
  const plain = isEmail(address, { require_tld: false }) && !/["\s%]/.test(address);
  return url.protocol === 'mailto:' && !url.search && plain ? { kind: 'email', address } : null;
}

/** Node.js timers hold 2^31 - 1 milliseconds; a longer one would fire at once. */
const LONGEST_TIMER = '24d';

const smtpUrl: Shape<string> = {
  parse: (value) => {
    const url = parseUrl(value);
    if (!url) return null;
    return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !undecodablePart(url) ? value : null;
  },
  expected: `smtp://… or smtps://…; in the user and the password, write ${ESCAPES}`,
  value: '`smtp://user:password@host:587` or `smtps://…:465`',
};

const mqttUrl: Shape<string> = {
  parse: (value) => {
    const url = parseUrl(value);
    if (!url || !['mqtt:', 'mqtts:'].includes(url.protocol) || !url.hostname) return null;
    return ['', '/'].includes(url.pathname) && !url.search && !url.hash && !undecodablePart(url) ? value : null;
  },
  expected: `mqtt://… or mqtts://… without a path; in the user and the password, write ${ESCAPES}`,
  value: '`mqtt://user:password@host:1883` or `mqtts://…:8883`',
};

/** A bare address or `Name <address>`. */
const sender: Shape<string> = {
  parse: (value) => {
    const address = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
    const isAddress = isEmail(address, { require_tld: false, allow_ip_domain: true });
    return isAddress && !/[\r\n]/.test(value) ? value : null;
  },
  expected: 'an e-mail address, or: Name <address>',
  value: 'e-mail address, or `Name <address>`',
};

const operatorChannel: Shape<OperatorChannel> = {
  parse: parseOperatorChannel,
  expected: 'https://… or mailto: and one address',
  value: '`https://…` or `mailto:ops@example.org`',
};

export const NOTIFICATION_VARIABLES = {
  CHECK_EVERY: {
    ...duration({ longest: LONGEST_TIMER }),
    default: '1m',
    description: 'How often to run the update check.',
  },
  REMIND_EVERY: {
    ...duration({ shortest: formatDuration(SHORTEST_REMINDER) }),
    default: '24h',
    description: 'How often to send a reminder of an outstanding update (favorites with `notify_always`).',
  },
  SUPPORT_ALERTS: {
    ...boolean,
    default: 'true',
    description:
      'Users are notified before the support of a version that they use ends, and when it has ended. [When, each decides](delivery/guarantees.md#alerts).',
  },
  SMTP_URL: {
    ...smtpUrl,
    default: null,
    unset: 'none: nobody can make an e-mail channel',
    description: 'Mail relay. `smtp:` requires STARTTLS, except on loopback or with `?tls=no`.',
  },
  MQTT_URL: {
    ...mqttUrl,
    default: null,
    unset: 'none: nobody can switch it on',
    description:
      'The MQTT broker of [Home Assistant](home-assistant.md), for users who want their favorites there. `mqtts:` checks its certificate.',
  },
  MAIL_FROM: {
    ...sender,
    default: 'Software updates <updates@localhost>',
    description: 'Sender of e-mail.',
  },
  TRUST_EMAIL_ADDRESSES: {
    ...boolean,
    default: 'false',
    description:
      '`true`: send to any address that a user enters. `false`: the owner of the address must [confirm it](delivery/messages.md#consent) first.',
  },
  MANAGE_LINKS: {
    ...boolean,
    default: 'true',
    description:
      'Messages have a link to skip or snooze the update without a login. [Whoever can read the message can use it](operations/messages.md#links-in-messages).',
  },
  APPRISE_URL: {
    ...baseUrl,
    default: null,
    unset: 'none: no `apprise` channels',
    description:
      "The operator's Apprise API server, such as `http://apprise:8000`; it may be internal. See [Apprise](operations/messages.md#apprise).",
  },
  OPERATOR_CHANNEL_URL: {
    ...operatorChannel,
    default: null,
    unset: 'none: nobody is notified',
    description:
      'Where to report a [source that has failed for a day](operations/sources.md#sources-that-fail), and an import that is [held](advisories.md#where-it-comes-from): a webhook, which may be internal, or a mail address (needs `SMTP_URL`).',
  },
} satisfies Record<string, Variable<unknown>>;
