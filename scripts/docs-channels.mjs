// Writes what docs/channels.md and docs/channels/*.md say of settings and commands, from the `@Setting` of each channel, the bodies in webhook.md, and the
// code in docs/adding-a-channel-or-source.md.
import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { code, withProviders, writeParts } from './lib/generated.mjs';
import { readOptions, refuse } from './lib/options.mjs';
import { WEBHOOK_SAMPLES } from './lib/webhook-samples.mjs';

const USAGE = `npm run docs:channels [-- --check]
Writes the generated parts of docs/channels.md, docs/channels/*.md and docs/adding-a-channel-or-source.md; with --check it writes none, names those that are out of date, and ends with 1.`;

const { check } = readOptions(USAGE, { check: { type: 'boolean', default: false } }).values;
if (!existsSync('dist/main.js')) refuse('The service is not built: npm run build');
const { settingsOf } = await import('../dist/common/settings/setting.js');
const { channelProviders } = await import('../dist/notification/providers/index.js');
const { ChannelRegistry } = await import('../dist/notification/providers/channel-registry.js');
const { webhookBody } = await import('../dist/notification/providers/webhook.channel.js');

/** Opsgenie takes no new channels after a day, so this command ends then. */
const NOT_CREATED = { opsgenie: 'Opsgenie takes no new channels after 5 April 2027' };
/** What a message needs that is no account at a vendor. */
const NEEDS = { webhook: 'a receiver', 'web-push': 'a browser', alertmanager: 'an Alertmanager' };
/** Works without anybody outside. */
const ON_THIS_MACHINE = ['log'];

/** A value of the setting, or words about what is done without it. */
const byDefault = ({ default: value, values = [], examples = [] }) =>
  values.includes(value) || examples.includes(value) || /^https?:/.test(value) ? code(value) : value;

function rowOf([name, setting]) {
  const { description, examples, optional, secret, values } = setting;
  const shown = optional && !values && examples[0] !== setting.default ? [`Example: ${code(examples[0])}.`] : [];
  const words = [description, ...(values ? [`One of ${values.map(code).join(', ')}.`] : []), ...shown].join(' ');
  const need = !optional ? 'yes' : setting.default ? `no: ${byDefault(setting)}` : 'no';
  return `| ${code(name)} | ${need} | ${secret ? 'yes' : ''} | ${words.replaceAll('|', '\\|')} |`;
}

function tableOf(settings) {
  if (settings.length === 0) return 'There are no settings.';
  const head = '| setting | required | secret | meaning |\n| --- | --- | --- | --- |';
  return `<!-- prettier-ignore -->\n${[head, ...settings.map(rowOf)].join('\n')}`;
}

const block = (reason, command) => `${reason ? `<!-- not run: ${reason} -->\n\n` : ''}\`\`\`sh\n${command}\n\`\`\``;

function createCommand({ type, title }, settings) {
  const required = settings.filter(([, { optional }]) => !optional).map(([name, { examples }]) => [name, examples[0]]);
  const body = { type, name: title, settings: Object.fromEntries(required) };
  const lines = Object.entries(body).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const json = `{\n${lines.join(',\n')}\n}`;
  const headers = `-H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'`;
  return `ID=$(curl -sS "$API/channel" ${headers} -d '${json}' | tee /dev/stderr | jq -er .data.id)`;
}

/** Settings and commands of a channel. */
function settingsPart(channel) {
  const settings = [...settingsOf(channel.settingsClass)];
  const { type } = channel;
  const unavailable = /\b([A-Z]+_URL)\b/.exec(channel.unavailableBecause?.() ?? '')?.[1];
  const notCreated = NOT_CREATED[type] ?? (unavailable && `needs ${unavailable}`);
  const notSent = ON_THIS_MACHINE.includes(type)
    ? null
    : (notCreated ?? `needs ${NEEDS[type] ?? 'an account at the vendor'}`);
  const test = 'curl -sS -X POST "$API/channel/$ID/test" -H "Authorization: Bearer $TOKEN" | jq -e .data';
  return [
    'Create the channel:',
    block(notCreated, createCommand(channel, settings)),
    'Send a test message; the answer says `sent`, or what went wrong:',
    block(notSent, test),
    tableOf(settings),
  ].join('\n\n');
}

const bodyPart = (name) => `\`\`\`json\n${webhookBody(WEBHOOK_SAMPLES[name])}\n\`\`\``;

function typesPart(channels) {
  const rows = channels.map(
    ({ type, category, description }) => `| [${code(type)}](channels/${type}.md) | ${category} | ${description} |`,
  );
  return ['| type | group | what it sends |', '| --- | --- | --- |', ...rows].join('\n');
}

const filePart = (path) => `\`\`\`ts\n${readFileSync(path, 'utf8')}\`\`\``;

await withProviders(channelProviders, (context) => {
  const channels = context.get(ChannelRegistry).all();
  const pages = channels.map((channel) => [
    `docs/channels/${channel.type}.md`,
    (name) => (name === 'settings' ? settingsPart(channel) : bodyPart(name)),
  ]);
  pages.push(['docs/channels.md', () => typesPart(channels)], ['docs/adding-a-channel-or-source.md', filePart]);
  return writeParts(pages, 'npm run docs:channels', check);
});
