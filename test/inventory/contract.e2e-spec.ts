import { deployAll } from '../setup/all-deployed';

/** What the specification says of favorites, updates and notifications holds for software that is in inventories, too. */
describe.each([
  'api/favorites',
  'api/favorite-steps',
  'api/filters',
  'api/lists',
  'api/nested-lists',
  'api/own-versions',
  'api/software',
  'api/summary',
  'delivery/delivery',
  'favorites/bulk',
  'favorites/skip',
  'favorites/support',
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
