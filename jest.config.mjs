/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test', '<rootDir>/packages'],
  // From their sources, so that nothing has to be built first.
  moduleNameMapper: {
    '^(small-parts|version-order|inventory-reader|release-text|advisory-match)$': '<rootDir>/packages/$1/src',
  },
  testMatch: ['**/*.spec.ts', '**/*-spec.ts'],
  testEnvironment: 'node',
  // By default one core is left out, which on two cores is half of them.
  maxWorkers: 2,
  // A hanging test is found late; a machine with other work takes ten times what a quiet one does.
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/setup/ran-something.cjs', '<rootDir>/test/setup/slowest-files.cjs'],
  // Each file loads the whole program anew, and not all of it is collected: a worker that has grown is replaced.
  workerIdleMemoryLimit: '400MB',
  setupFilesAfterEnv: ['<rootDir>/test/setup/no-leaks.ts'],
  // Jest before Node 24.9 cannot require() ES modules, nor import() anything, so packages that are or do that go through swc too.
  transform: { '^.+\\.[cm]?[jt]s$': '@swc/jest' },
  // Scripts use the built program. In tests it is the one that is tested.
  moduleNameMapper: { '^\\.\\./\\.\\./\\.\\./dist/(.*)\\.js$': '<rootDir>/src/$1' },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@renovatebot|jose|openid-client|oauth4webapi|qr|uuid|smol-toml|htmlparser2|dom[a-z-]+|entities)/)',
  ],
};
