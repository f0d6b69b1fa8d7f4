import { counted } from './common';

export const software = {
  track: {
    title: 'Track a product',
    titleOf: (name: string) => `Track ${name}`,
    product: 'Product',
    placeholder: 'Name or publisher',
    nothing: (text: string) => `No product is called “${text}”.`,
    type: 'Type at least two letters.',
    isTracked: 'tracked',
    version: 'Version in use',
    versionHint: 'Choose from the list, or type what you run.',
    ownVersion: 'The catalogue does not know this version. It is kept as your own.',
    submit: 'Track',
    done: (name: string) => `${name} is tracked.`,
  },
  sparkline: (total: number, silent: number) =>
    total === 0
      ? 'No releases in the last 12 months'
      : `${counted(total, 'release')} in the last 12 months` +
        (silent > 0 ? `, none in the last ${silent === 1 ? 'month' : `${silent} months`}` : ''),
  policy: {
    title: 'Policy',
    series: 'Stay on the series',
    seriesHint: 'Such as 1.30. Empty: any.',
    prereleases: 'Pre-releases count as updates',
    minimumAge: 'Minimum age',
    minimumAgeHint: 'Days since its release before a version is offered.',
    days: ' days',
    day: ' day',
    skipped: 'Skipped versions',
    skippedHint: 'Enter adds one.',
    snoozed: 'Snoozed until',
    snoozedHint: 'Nothing is offered until then.',
    offers: 'Would offer',
    offersNothing: 'Would offer nothing',
    not: 'not',
    reasons: {
      series: 'another series',
      skip: 'skipped',
      age: 'too young',
      prerelease: 'pre-release',
      snoozed: 'snoozed',
    } as Record<string, string>,
    others: (count: number) => `and ${counted(count, 'other')}`,
    reset: 'Discard',
    saved: 'The policy was saved.',
  },
};
