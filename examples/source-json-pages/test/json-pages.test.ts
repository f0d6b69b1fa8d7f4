import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type OutgoingHttp, SettingsError } from 'tracker-plugin-kit';
import { contractTests } from 'tracker-plugin-kit/testing';
import { JsonPagesSource } from '../src/index.js';

describe('the contract', async () => {
  for (const { name, run } of await contractTests(join(__dirname, '..', '..'))) test(name, run);
});

test('an address that the service does not go to is refused beside its field', () => {
  const source = new JsonPagesSource({ checkUrl: () => 'must not be inside' } as unknown as OutgoingHttp);
  assert.throws(() => source.prepare({ url: 'http://10.0.0.1/' }), {
    constructor: SettingsError,
    problems: [{ field: 'url', message: 'must not be inside' }],
  });
});
