/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
  // Jest before Node 24.9 cannot require() ES modules, so the ESM-only packages go through swc too.
  transform: { '^.+\\.[cm]?[jt]s$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@renovatebot|uuid)/)'],
};
