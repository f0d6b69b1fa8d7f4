import { acceptSettings, SettingsError } from '../../../src/common/settings/settings';
import type { Channel } from '../../../src/notification/providers/channel';
import { closeAll } from './peers';
import { registry } from './registry';

let channel: (type: string) => Channel;

beforeAll(async () => {
  channel = await registry({ outboundAllow: [], appriseUrl: 'http://apprise:8000' });
});

afterAll(closeAll);

const TOKEN = `123456789:${'A'.repeat(35)}`;
const KEY = 'x'.repeat(32);
const GOTIFY = 'https://g.example/';
const HOOK = 'https://example.com/';

// Each with the only setting that is wrong. That unknown ones are refused, and what is no object, the contract asks.
test.each<[string, unknown, string]>([
  ['webhook', { url: 'http://example.com/' }, 'url'],
  ['webhook', { url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
  ['webhook', { url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
  ['webhook', { url: 'https://user:pass@example.com/' }, 'url'],
  ['webhook', { url: 'javascript:alert(1)' }, 'url'],
  ['webhook', { url: 'ftp://example.org' }, 'url'],
  ['webhook', { url: 7 }, 'url'],
  ['webhook', {}, 'url'],
  ['webhook', { url: HOOK, secret: 'short' }, 'secret'],
  ['webhook', { url: HOOK, secret: `whsec_${'A'.repeat(87)}` }, 'secret'],
  ['webhook', { url: HOOK, headers: { host: 'x' } }, 'headers'],
  ['webhook', JSON.parse(`{"url":"${HOOK}","__proto__":{"secret":"x"}}`), '__proto__'],
  ['webhook', { url: HOOK, constructor: 'x' }, 'constructor'],
  ['webhook', [], 'settings'],
  ['webhook', null, 'settings'],
  ['email', {}, 'address'],
  ['email', { address: ['a@example.org'] }, 'address'],
  ['slack', { url: 'http://hooks.slack.com/services/x' }, 'url'],
  ['teams', { url: 'https://[::1]/' }, 'url'],
  ['telegram', { token: '1:2', chat: '1' }, 'token'],
  ['telegram', { token: '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/../x', chat: '1' }, 'token'],
  ['telegram', { token: TOKEN, chat: 'name' }, 'chat'],
  ['telegram', { token: TOKEN, chat: '1', topic: 'x' }, 'topic'],
  ['telegram', { token: TOKEN, chat: '1', server: 'https://10.0.0.1/' }, 'server'],
  ['matrix', { server: 'https://matrix.example.org/', token: 'a b', room: '!a:b' }, 'token'],
  ['matrix', { server: 'https://matrix.example.org/', token: 'a', room: '#alias:example.org' }, 'room'],
  ['matrix', { server: 'https://matrix.example.org/', token: 'a', room: '!a\ud800:b' }, 'room'],
  ['ntfy', { topic: 't', server: 'https://10.0.0.1/' }, 'server'],
  ['ntfy', { topic: 'a/b' }, 'topic'],
  ['gotify', { server: GOTIFY, token: 'a\r\nx: y' }, 'token'],
  ['gotify', { server: GOTIFY, token: 'a b' }, 'token'],
  ['pagerduty', { routing_key: 'x' }, 'routing_key'],
  ['pagerduty', { routing_key: KEY, event: 'page' }, 'event'],
  ['opsgenie', { api_key: 'k', region: '__proto__' }, 'region'],
  ['jira-service-management', { api_key: 'k', priority: 'P9' }, 'priority'],
  ['splunk-on-call', { api_key: 'k', routing_key: '..' }, 'routing_key'],
  ['splunk-on-call', { api_key: 'k/..', routing_key: 'r' }, 'api_key'],
  ['alertmanager', { urls: ['https://a.example/', 'http://169.254.169.254/'] }, 'urls'],
  ['alertmanager', { urls: ['https://a.example/'], username: 'a:b' }, 'username'],
  ['apprise', { key: 'mailto://a:b@c.example' }, 'key'],
  ['apprise', { key: '../notify' }, 'key'],
  ['apprise', { key: 'k', urls: 'json://10.0.0.1' }, 'urls'],
  ['apprise', { key: 'k', tag: 'a, b' }, 'tag'],
])('%s refuses %j for its %s', (type, settings, field) => {
  let problems: SettingsError['problems'] = [];
  try {
    acceptSettings(channel(type), settings);
  } catch (error) {
    problems = (error as SettingsError).problems;
  }
  expect(problems).toEqual([{ field, message: expect.any(String) as string }]);
});
