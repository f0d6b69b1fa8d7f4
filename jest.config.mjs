import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const { workspaces } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/test', '<rootDir>/packages'],
  // Libraries from their sources, which are what is tested; and what scripts use of the built program.
  moduleNameMapper: {
    [`^(${workspaces.map((folder) => basename(folder)).join('|')})$`]: '<rootDir>/packages/$1/src',
    '^\\.\\./\\.\\./\\.\\./dist/(.*)\\.js$': '<rootDir>/src/$1',
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
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@renovatebot|jose|openid-client|oauth4webapi|qr|uuid|smol-toml|htmlparser2|dom[a-z-]+|entities)/)',
  ],
};
