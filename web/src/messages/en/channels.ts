import { counted } from './common';

export const channels = {
  title: 'Channels',
  add: 'New channel',
  empty: 'Nobody is told yet',
  emptyText: 'Choose how you want to hear about updates.',
  sendAgain: 'Send again',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  confirmationSent: 'The confirmation mail is on its way.',
  switchedOn: (name: string) => `${name} is switched on.`,
  switchedOff: (name: string) => `${name} is switched off. What was waiting to be sent is cancelled.`,
  sent: 'Sent',
  neverSent: 'Nothing sent yet',
  neverArrived: 'Nothing has arrived',
  states: {
    ok: 'OK',
    untried: 'Not tried yet',
    unavailable: 'Cannot send',
    failing: 'Failing',
    unconfirmed: 'Unconfirmed',
    disabled: 'Off',
  } as Record<string, string>,
  off: 'You switched it off.',
  refusals: (count: number) => `${count} of 3 in a row, then it is switched off.`,

  gallery: {
    title: 'New channel',
    lead: 'How do you want to hear about updates?',
    categories: {
      mail: 'Mail',
      chat: 'Chat',
      push: 'Push',
      'on-call': 'On call',
      other: 'Other',
    } as Record<string, string>,
    unavailable: 'not available here',
  },

  device: {
    title: 'Notifications on this device',
    lead: 'Your browser shows them, also while this page is closed. A test comes first.',
    name: 'Name of this device',
    turnOn: 'Turn on notifications',
    isOn: 'Notifications are on here. Turning them on again makes another channel.',
    toChannel: 'Its channel',
    dismissed: 'The browser asked, and was not answered. Nothing was turned on.',
    noService: 'The browser got no address for notifications',
    noServiceText:
      'Its push service cannot be reached, or is switched off in the settings of the browser. Try again, or choose another channel.',
    obstacles: {
      insecure: {
        title: 'This address is not encrypted',
        text: 'Browsers allow notifications on HTTPS only. Ask your operator for such an address.',
      },
      'home-screen': {
        title: 'Add it to the Home Screen first',
        text: 'On iPhone and iPad: tap Share, then Add to Home Screen. Open it from there, sign in, and come back here.',
      },
      unsupported: {
        title: 'This browser has no push notifications',
        text: 'Use another browser, or choose another channel.',
      },
      blocked: {
        title: 'Notifications are blocked',
        text: 'You, or the system, have blocked them for this address. Allow them in the settings of the browser and load this page again.',
      },
    } as Record<string, { title: string; text: string }>,
  },

  form: {
    newTitle: (type: string) => `New channel: ${type}`,
    unknownType: 'There is no channel of this type',
    docs: 'How to set this up',
    name: 'Name',
    nameHint: 'What you call this channel, in lists and in the log.',
    when: 'When',
    isDefault: 'Use for all favorites',
    isDefaultHint: 'Except those whose policy names its own channels.',
    create: 'Create',
    required: (title: string) => `Enter the ${title.toLowerCase()}.`,
    tooLong: (most: number) => `At most ${counted(most, 'character')}.`,
    pattern: 'This does not have the right form.',
    patternLike: (example: string) => `This does not have the right form. It looks like ${example}.`,
    uri: 'Enter an address that begins with https:// or http://.',
    email: 'Enter one e-mail address, such as name@example.com.',
    twice: 'This is in the list already.',
    optional: 'optional',
    defaultValue: (value: string) => `${value} (default)`,
    none: 'None',
    keep: 'Keep',
    change: 'Change',
    remove: 'Remove',
    kept: 'Kept as it is.',
    removed: 'Removed when you save.',
    changeOf: (title: string) => `Change the ${title.toLowerCase()}`,
    keepOf: (title: string) => `Keep the ${title.toLowerCase()}`,
    removeOf: (title: string) => `Remove the ${title.toLowerCase()}`,
    showOf: (title: string) => `Show or hide the ${title.toLowerCase()}`,
    entry: (title: string, no: number) => `${title}, entry ${no}`,
    removeEntry: (title: string, no: number) => `Remove entry ${no} of ${title}`,
    addEntry: 'Add another',
    noSettings: 'This type has no settings.',
  },

  timing: {
    digest: 'Send',
    every: { instant: 'At once', hourly: 'Every hour', daily: 'Every day', weekly: 'Every week' } as Record<
      string,
      string
    >,
    hour: 'At',
    weekday: 'On',
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    quiet: 'Quiet hours',
    quietHint: 'Messages wait until they end.',
    from: 'From',
    to: 'To',
    except: 'Except for',
    exceptions: {
      none: 'Nothing',
      major: 'Major updates',
      minor: 'Minor and major updates',
      patch: 'Patch, minor and major updates',
      security: 'Vulnerabilities and urgent fixes',
    } as Record<string, string>,
    zone: (zone: string) => `Times are in ${zone}, the time zone of your profile.`,
  },

  test: {
    send: 'Send a test',
    sending: 'Sending … This takes up to a minute. You need not wait for it.',
    accepted: (ms: number, code: string | null) => `Accepted in ${ms} ms${code ? ` (${code})` : ''}.`,
    refused: (code: string | null) => (code ? `Refused (${code})` : 'Refused'),
    took: (ms: number) => (ms > 0 ? `It took ${ms} ms.` : ''),
    later: 'Not yet',
  },

  secret: {
    title: 'Copy this now',
    text: 'It is shown this once and cannot be read again.',
    goOn: 'I have copied it',
  },

  channel: {
    summary: (total: number, arrived: number, days: number) =>
      total === 0
        ? `No delivery has ended in ${days} days.`
        : `${counted(total, 'delivery', 'deliveries')} in ${days} days; ${
            arrived === total ? 'all arrived' : `${counted(total - arrived, 'delivery', 'deliveries')} did not arrive`
          }.`,
    rate: (percent: string) => `${percent} arrived`,
    tabs: { deliveries: 'Deliveries', settings: 'Settings' },
    rotate: 'Rotate the secret',
    rotateTitle: 'Rotate the signing secret?',
    rotateText: 'The new one is shown once. For 24 hours messages are signed with the old one too.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Messages that wait for it are cancelled. Its place in the log stays.',
    deleted: (name: string) => `${name} is deleted.`,
    gone: 'This channel is gone',
    goneText: 'It was deleted, or the address is wrong.',
    back: 'All channels',
    recent: 'Last deliveries',
    none: 'Nothing was sent through it yet.',
    all: 'All in the log',
    created: 'Created',
    changed: 'Saved.',
  },
};
