import { counted } from './common';

/** Tags of favorites, and what is changed of many together. */
export const tags = {
  title: 'Tags',
  label: 'Tags',
  hint: 'Words of your own. Enter or a comma ends one.',
  give: 'Give',
  take: 'Take away',
  placeholder: 'Add a tag',
  policy: {
    text: 'Only what you change here is written. Everything else stays as it is.',
    same: 'As they are',
    leave: (field: string) => `Leave “${field}” as they are`,
    prereleases: 'Pre-releases',
    prereleasesYes: 'Count as updates',
    prereleasesNo: 'Do not count',
    channels: 'Channels',
    channelsOf: { profile: 'As in my profile', own: 'These channels' },
    anySeries: 'Empty: any series counts.',
    noAge: 'Empty: a version counts at once.',
    noChannels: 'Empty: no channel is told.',
    save: (count: number | undefined) =>
      count === undefined ? 'Save for all that match' : `Save for ${counted(count, 'product')}`,
  },
};
