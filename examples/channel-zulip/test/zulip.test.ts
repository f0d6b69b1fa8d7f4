import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type OutgoingHttp, type PluginEnvironment, SettingsError } from 'tracker-plugin-kit';
import { contractTests } from 'tracker-plugin-kit/testing';
import { ZulipChannel } from '../src/index.js';

describe('the contract', async () => {
  for (const { name, run } of await contractTests(join(__dirname, '..', '..'))) test(name, run);
});

describe('the server', () => {
  const http = { checkUrl: (text: string) => new URL(text) } as OutgoingHttp;
  const settings = { bot: 'bot@example.com', api_key: 'key', channel: 'updates' };
  const channel = (server: string | null) => new ZulipChannel(http, { get: () => server } as PluginEnvironment);

  test('is that of the operator where a channel names none, and is stored with it', () => {
    const prepared = channel('https://zulip.example.com').prepare(settings);
    assert.equal(prepared.settings.server, 'https://zulip.example.com/');
  });

  test('is required where there is none', () => {
    assert.throws(() => channel(null).prepare(settings), SettingsError);
  });
});
