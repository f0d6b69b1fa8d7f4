import { common, counted } from './common';

const REASONS: Record<string, (count: number) => string> = {
  'pre-release': (count) => counted(count, 'pre-release'),
  'other-form': (count) => `${counted(count, 'tag')} of another form`,
  'no-version': (count) => `${common.number(count)} that ${count === 1 ? 'names' : 'name'} no version`,
  ignored: (count) => `${common.number(count)} by the pattern of what to leave out`,
  withdrawn: (count) => `${common.number(count)} withdrawn`,
  'not-offered': (count) =>
    `${common.number(count)} that ${count === 1 ? 'its maker advises' : 'their makers advise'} against`,
};

export const lookup = {
  address: 'Address',
  lookUp: 'Look up',
  lookUpText: (text: string) => `Look up ${text}`,
  findLabel: 'What do you run?',
  find: 'Find',
  placeholder: 'A name, or the address of a repository, image or package',
  asking: (address: string) => `Asking ${address}…`,
  choices: 'Several are there. Which one do you mean?',
  known: (count: number) => (count === 1 ? 'The catalogue has it' : 'The catalogue has several with this address'),
  named: (text: string) => `The catalogue has, for ${text}`,
  searchFor: 'Search the catalogue',
  open: 'Open',
  track: 'Track it',
  title: (name: string) => `Add ${name}`,
  forms: 'Tags',
  formsHint: 'Only tags of one form are versions.',
  form: (form: string, count: number) => `${form} (${common.number(count)})`,
  counts: (total: number, versions: number, newest: string | undefined) =>
    `${counted(total, 'entry', 'entries')}, ${common.number(versions)} ${versions === 1 ? 'is a version' : 'are versions'}` +
    (newest ? `, newest ${newest}.` : '.'),
  newest: 'Newest versions',
  noDay: 'day not known',
  prerelease: 'pre-release',
  leftOut: 'Left out:',
  reason: (reason: string, count: number, examples: readonly string[]) =>
    `${(REASONS[reason] ?? ((n: number) => `${common.number(n)} (${reason})`))(count)}${
      examples.length > 0 ? `, such as ${examples.slice(0, 3).join(', ')}` : ''
    }`,
  name: 'Name',
  version: 'Version in use',
  versionHint: 'Leave it empty to add the product without tracking it.',
  shared: 'Everybody who uses this service sees the product and its name. Your version in use is yours alone.',
  add: 'Add',
  addAndTrack: 'Add and track',
  added: (name: string) => `${name} is added.`,
  tracked: (name: string) => `${name} is added and tracked.`,
  mayNot: 'You may not add products here',
  mayNotName: (name: string) => `The catalogue does not have ${name}, and you may not add it`,
  mayNotText: 'Ask the operator of this service to add it, or to let users add products. Give them this address.',
  own: 'It has no address',
  ownText:
    'Track it by its name. There is no source to ask for new versions. Everybody who uses this service sees the product and its name.',
  mayNotOwn:
    'You may not add products here. Ask the operator of this service to add it, or to let users add products (PRODUCTS_BY_USERS).',
  notFound: 'Paste the address of its repository, image or package, and add it in one step.',
};
