import regexp from 'eslint-plugin-regexp';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const WEB = 'Use OutgoingHttp (a source: the SourceWeb that it is given): only it may connect to addresses of users.';
const LOG = 'Use Logger of @nestjs/common, and never log a setting or an answer.';
const ENVIRONMENT = { object: 'process', property: 'env', message: 'read src/config instead' };
/** Of Node.js, with and without `node:`, and of others. */
const CONNECTING = 'child_process|cluster|dgram|dns|http|http2|https|inspector|net|tls|worker_threads';
const CLIENTS = 'axios|cross-fetch|eventsource|got|ky|needle|node-fetch|phin|request|superagent|undici|ws';

export default tseslint.config(
  {
    ignores: ['**/dist/', 'var/', 'coverage/', 'test/rooms/', 'plugins/', 'packages/client/src/generated.ts'],
  },
  ...tseslint.configs.recommended,
  // In TypeScript the compiler says it.
  { files: ['**/*.{js,mjs,cjs}'], rules: { 'no-dupe-keys': 'error' } },
  {
    files: ['{src,test,bench}/**/*.ts', 'packages/*-*/{src,test}/**/*.ts', 'web/src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/await-thenable': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // What is in a text is decided by whoever sends it, also how long an expression takes for it.
    files: [
      'src/**/*.ts',
      'web/src/**/*.{ts,tsx}',
      'packages/*/*.js',
      'packages/*/src/**/*.ts',
      'scripts/**/*.mjs',
      'examples/**/*.ts',
    ],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    files: ['packages/**/*.{js,ts}'],
    rules: {
      // CommonJS, as the service is.
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/config/**'],
    linterOptions: { noInlineConfig: true },
    rules: {
      'no-restricted-properties': ['error', ENVIRONMENT],
    },
  },
  {
    // Plug-ins work with settings and answers of anybody. What they connect to and say is judged in one place, which they must not go around.
    files: [
      'src/notification/providers/**/*.ts',
      'src/source/sources/**/*.ts',
      'src/source/release-notes/**/*.ts',
      'src/source/knowledge/providers/**/*.ts',
    ],
    linterOptions: { noInlineConfig: true },
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest', 'globalThis', 'global', 'require'].map((name) => ({
          name,
          message: WEB,
        })),
        { name: 'console', message: LOG },
      ],
      'no-restricted-properties': [
        'error',
        ENVIRONMENT,
        { object: 'process', property: 'getBuiltinModule', message: WEB },
        ...['stdout', 'stderr'].map((property) => ({ object: 'process', property, message: LOG })),
      ],
      'no-restricted-syntax': ['error', { selector: 'ImportExpression', message: WEB }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(?:node:)?(?:${CONNECTING})(?:/|$)`, allowTypeImports: true, message: WEB },
            { regex: `^(?:${CLIENTS})(?:/|$)`, allowTypeImports: true, message: WEB },
            { regex: '^(?:node:)?(?:module|process|vm)$', message: WEB },
            { regex: '^(?:node:)?console$', message: LOG },
          ],
        },
      ],
    },
  },
);
