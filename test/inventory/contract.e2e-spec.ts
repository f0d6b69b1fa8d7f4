import { deployAll } from '../setup/all-deployed';

/** What the specification says of favorites, updates and notifications holds for software that is in inventories, too. */
describe.each([
  'favorite/favorites',
  'favorite/favorite-steps',
  'common/filters',
  'common/lists',
  'common/nested-lists',
  'favorite/own-versions',
  'software/software',
  'notification/summary',
  'notification/delivery/delivery',
  'favorite/bulk',
  'favorite/skip',
  'favorite/support',
  'update-check/check',
  'update-check/parts',
  'update-check/policy',
  'update-check/reminder',
  'update-check/snooze',
  'update-check/support-alert',
])('with deployments: %s', (file) => {
  deployAll();
  // Its hooks are for its tests only, so it has to be read here.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require(`../${file}.e2e-spec`);
});
