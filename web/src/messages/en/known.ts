/** What is known of how current a product is. */
export const known = {
  noDay: 'release day not known',
  nameless: 'version not known',
  changed: (tag: string) => `the image behind ${tag} changed`,
  found: 'found',
  live: (time: string) => `checked ${time}`,
  stale: (day: string) => `not checked since ${day}`,
  failing: 'source fails',
  failingSince: (day: string) => `source fails, last answer ${day}`,
  never: 'not checked yet',
  snapshot: (day: string) => `not checked: state of ${day}`,
  noSource: 'no source',
  nothingNewer: 'Nothing newer is known',
  noStable: 'No stable version is known',
  noVersion: {
    asked: 'No version is known: its source lists none',
    failing: 'No version is known yet: its source fails',
    'no-source': 'No version is known, and it has no source',
    never: 'No version is known yet: its source has not been asked',
  },
};
