import { deployAll } from '../setup/all-deployed';

/** What the specification says of favorites, updates and notifications holds for software that is in inventories, too. */
describe.each([
  'favorite/favorites.both-spec',
  'favorite/favorite-steps.e2e-spec',
  'common/filters.both-spec',
  'common/lists.both-spec',
  'common/nested-lists.e2e-spec',
  'favorite/own-versions.both-spec',
  'software/software.both-spec',
  'notification/summary.both-spec',
  'notification/delivery/delivery.e2e-spec',
  'favorite/bulk.both-spec',
  'favorite/skip.e2e-spec',
  'favorite/support.e2e-spec',
  'update-check/check.both-spec',
  'update-check/parts.both-spec',
  'update-check/policy.e2e-spec',
  'update-check/reminder.e2e-spec',
  'update-check/snooze.both-spec',
  'update-check/support-alert.both-spec',
])('with deployments: %s', (file) => {
  deployAll();
  // Its hooks are for its tests only, so it has to be read here.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require(`../${file}`);
});
