import { counted } from './common';

/** Tags of favorites, and what is changed of many together. */
export const tags = {
  title: 'Tags',
  label: 'Tags',
  hint: 'Words of your own. Enter or a comma ends one.',
  give: 'Give',
  take: 'Take away',
  placeholder: 'Add a tag',
  edit: {
    title: 'Edit tags',
    text: 'A new name holds for all favorites that have the tag. Addresses that you shared keep the old one.',
    none: 'You have no tags. “Tags …” of a product gives it one.',
    favorites: (count: number) => counted(count, 'favorite'),
    rename: 'Rename',
    renameOf: (tag: string) => `Rename ${tag}`,
    nameOf: (tag: string) => `New name of ${tag}`,
    renamed: (from: string, to: string) => `Tag ${from} is now ${to}`,
    delete: 'Delete',
    deleteOf: (tag: string) => `Delete ${tag}`,
    question: (tag: string, count: number) =>
      count === 0
        ? `Delete the tag ${tag}? No favorite has it.`
        : `Delete the tag ${tag}? ${counted(count, 'favorite loses', 'favorites lose')} it, and nothing else. It cannot be undone.`,
    deleted: (tag: string) => `Tag ${tag} deleted`,
  },
  policy: {
    text: 'Only what you change here is written. Everything else stays as it is.',
    same: 'As they are',
    prereleases: 'Pre-releases',
    count: { yes: 'Count as updates', no: 'Do not count' },
    channels: 'Channels',
    channelsOf: { profile: 'As in my profile', own: 'These channels' },
    noAge: 'A version counts at once.',
    noChannels: 'Empty: no channel is told.',
    save: (count: number | undefined) =>
      count === undefined ? 'Save for all that match' : `Save for ${counted(count, 'product')}`,
  },
};
