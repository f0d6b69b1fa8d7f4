import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { HomeAssistantCommands } from '../../src/sharing/home-assistant/home-assistant.commands';
import { HomeAssistantPublisher } from '../../src/sharing/home-assistant/home-assistant.publisher';
import { HomeAssistantRepository } from '../../src/sharing/home-assistant/home-assistant.repository';
import { NoteViews } from '../../src/version/release-notes/note-views';
import { NoteStore } from '../../src/version/release-notes/store/note-store';
import { logged } from '../setup/logged';
import { startApp, type TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { giveNotes } from '../sharing/stage';
import { type Listener, Mosquitto } from './mosquitto';

const broker = new Mosquitto();
let test: TestApp;
let listener: Listener;
let publisher: HomeAssistantPublisher;
let ada: Agent;
let userId: string;
let tracked: Tracked;

const publish = (one = publisher) => one.publish();
const configOf = ({ id }: Tracked) => `homeassistant/update/sut_${id}/config`;
const sensorOf = (id: string) => `homeassistant/sensor/sut_${id}/config`;
const switchTo = (home_assistant: boolean, agent = ada) =>
  agent.patch('/api/v1/profile').send({ home_assistant }).expect(200);

/** The state of an entity, by the topic that its configuration names. */
const stateOf = (config: string) => listener.topics.get(listener.json(config).state_topic as string);

async function install(payload: string, topic: string, retain = false): Promise<void> {
  await listener.client.publishAsync(topic, payload, { qos: 1, retain });
}

beforeAll(async () => {
  await broker.prepare();
  await broker.start();
  test = await startApp({
    MQTT_URL: `mqtt://tracker:canary%40broker@127.0.0.1:${broker.port}`,
    PUBLIC_URL: 'https://tracker.example',
    WEB: 'true',
  });
  publisher = test.app.get(HomeAssistantPublisher);
});

beforeEach(async () => {
  await broker.start();
  listener = await broker.listen();
  ada = await newUser(test);
  tracked = await track(test, ada, '1.0');
  const rows = await test.database.query<{ user_id: string }>('SELECT user_id FROM favorite WHERE id = ?', [
    tracked.id,
  ]);
  userId = rows[0]!.user_id;
});

afterEach(async () => {
  await switchTo(false).catch(() => undefined); // the user may be gone
  await eventually(async () => expect(await publish()).toBe(true));
  expect((await test.database.query('SELECT id FROM home_assistant_entity')).length).toBe(0);
  await listener.end();
});

afterAll(async () => {
  await test.close();
  await broker.remove();
});

describe('favorites in Home Assistant', () => {
  it('are there for users who asked for it, and for nobody else', async () => {
    const other = await newUser(test);
    const others = await track(test, other, '1.0');
    await publish();
    expect([...listener.topics.keys()].filter((topic) => topic.startsWith('homeassistant/'))).toEqual([]);
    const { body } = await switchTo(true);
    expect(body.data).toMatchObject({ home_assistant: true });
    await publish();
    await eventually(() => expect(stateOf(configOf(tracked))).toBeDefined());
    expect(listener.topics.has(configOf(others))).toBe(false);
    const { name } = tracked.record.software;
    const { state_topic, availability_topic, ...config } = listener.json(configOf(tracked));
    expect(config).toMatchObject({
      name,
      unique_id: `sut_${tracked.id}`,
      qos: 1,
      device: { identifiers: [`sut_${userId}`] },
    });
    expect(config).not.toHaveProperty('command_topic');
    expect(listener.topics.get(availability_topic as string)).toBe('online');
    expect(JSON.parse(listener.topics.get(state_topic as string)!)).toEqual({
      installed_version: '1.0',
      latest_version: '1.0',
      title: name,
      release_url: `https://tracker.example/software/${tracked.software}`,
      release_summary: null,
    });
    await eventually(() => expect(stateOf(sensorOf(userId))).toBe('0'));
  });

  it('say what is new, and take it as installed', async () => {
    await switchTo(true);
    await tracked.release({ version: '2.0', notes_url: 'https://example.org/2.0' });
    await test.check();
    await giveNotes(test, tracked.software, { '2.0': `# Changes\n\n${'Much is new. '.repeat(60)}` });
    await publish();
    await eventually(() => expect(stateOf(sensorOf(userId))).toBe('1'));
    const state = JSON.parse(stateOf(configOf(tracked))!) as Record<string, string>;
    expect(state).toMatchObject({
      installed_version: '1.0',
      latest_version: '2.0',
      release_url: 'https://example.org/2.0',
    });
    expect(state.release_summary).toMatch(/Much is new/);
    expect([...state.release_summary!].length).toBeLessThanOrEqual(255);

    const { command_topic, payload_install } = listener.json(configOf(tracked)) as Record<string, string>;
    await install(payload_install!, command_topic!);
    await eventually(async () => expect((await tracked.favorite()).version.version).toBe('2.0'));
    await publish();
    await eventually(() => expect(JSON.parse(stateOf(configOf(tracked))!)).toMatchObject({ installed_version: '2.0' }));
    expect(listener.json(configOf(tracked))).not.toHaveProperty('command_topic');
    await eventually(() => expect(stateOf(sensorOf(userId))).toBe('0'));
  });

  it('ignore commands that cannot be meant', async () => {
    await switchTo(true);
    const other = await newUser(test);
    const others = await track(test, other, '1.0');
    for (const one of [tracked, others]) await one.release('2.0');
    await test.check();
    await publish();
    await eventually(() => expect(listener.json(configOf(tracked))).toHaveProperty('command_topic'));
    const { command_topic: topic, payload_install: version } = listener.json(configOf(tracked)) as Record<
      string,
      string
    >;
    const [theirs] = await test.database.query<{ id: string }>(
      `SELECT id FROM version WHERE software_id = ? AND version = '2.0'`,
      [others.software],
    );
    const commands = test.app.get(HomeAssistantCommands);
    const take = jest.spyOn(commands, 'take');
    const sent: [payload: string, topic: string][] = [
      ['install', topic!],
      ['', topic!],
      [theirs!.id, topic!],
      [theirs!.id, topic!.replace(tracked.id, others.id)],
      [version!, topic!.replace(/[^/]+\/install/, 'no-id/install')],
    ];
    for (const [payload, to] of sent) await install(payload, to);
    await eventually(() => expect(take).toHaveBeenCalledTimes(sent.length));
    await commands.done();
    take.mockRestore();
    expect((await tracked.favorite()).version.version).toBe('1.0');
    expect((await others.favorite()).version.version).toBe('1.0');
  });

  it('publish nothing again that has not changed', async () => {
    await switchTo(true);
    await publish();
    await eventually(() => expect(stateOf(sensorOf(userId))).toBe('0'));
    const before = listener.messages.length;
    await publish();
    await ada.patch(`/api/v1/favorite/${tracked.id}`).send({ notes: 'mine' }).expect(200);
    await publish();
    await listener.client.publishAsync('end', '1', { qos: 1 });
    await eventually(() => expect(listener.messages.at(-1)!.topic).toBe('end'));
    expect(listener.messages.length).toBe(before + 1);
  });

  it('are published again to a broker that was away and has forgotten them', async () => {
    await switchTo(true);
    await publish();
    await listener.end();
    await broker.stop();
    const lines = logged();
    await eventually(async () => expect(await publish()).toBe(false));
    expect(await publish()).toBe(false);
    await tracked.release('2.0');
    await test.check();
    await broker.start();
    listener = await broker.listen();
    await publish();
    await publish();
    expect(lines().filter(({ msg }) => msg.includes('MQTT'))).toEqual([
      { level: 'warn', msg: 'the MQTT broker cannot be reached', err: expect.anything() },
      { level: 'log', msg: 'the MQTT broker is reached again', seconds: expect.any(Number) },
    ]);
    await eventually(() => expect(JSON.parse(stateOf(configOf(tracked))!)).toMatchObject({ latest_version: '2.0' }));
  });

  it.each(['deleted', 'switched off', 'removed with their user'])('go when they are %s', async (how) => {
    await switchTo(true);
    await publish();
    await eventually(() => expect(stateOf(sensorOf(userId))).toBe('0'));
    const states = [configOf(tracked), sensorOf(userId)].map((topic) => listener.json(topic).state_topic as string);
    if (how === 'deleted') await ada.delete(`/api/v1/favorite/${tracked.id}`).expect(204);
    else if (how === 'switched off') await switchTo(false);
    else await test.app.get(UserRemoval).remove(userId);
    await publish();
    await eventually(() => expect(listener.topics.has(configOf(tracked))).toBe(false));
    await eventually(() => expect(listener.topics.has(states[0]!)).toBe(false));
    if (how === 'deleted') return expect(listener.topics.has(sensorOf(userId))).toBe(true);
    await eventually(() => expect(listener.topics.has(states[1]!)).toBe(false));
    expect(listener.topics.has(sensorOf(userId))).toBe(false);
  });

  it('go in the end, if the broker is away when they are deleted', async () => {
    await switchTo(true);
    await publish();
    // The listener hears of it a moment after the service.
    for (const topic of [configOf(tracked), sensorOf(userId)])
      await eventually(() => expect(stateOf(topic)).toBeDefined());
    const kept = new Map(listener.topics);
    await listener.end();
    await broker.stop();
    await eventually(async () => expect(await publish()).toBe(false));
    await ada.delete(`/api/v1/favorite/${tracked.id}`).expect(204);
    await broker.start();
    listener = await broker.listen();
    // A broker that keeps its messages on a disk.
    for (const [topic, payload] of kept) await listener.client.publishAsync(topic, payload, { qos: 1, retain: true });
    await publish();
    await eventually(() => expect(listener.topics.has(configOf(tracked))).toBe(false));
    await eventually(() => expect(listener.topics.has(sensorOf(userId))).toBe(true));
  });

  it('are published by one replica, and by another when that stops', async () => {
    await switchTo(true);
    expect(await publish()).toBe(true);
    const { app, config } = test;
    const other = new HomeAssistantPublisher(
      config,
      app.get(HomeAssistantRepository),
      app.get(HomeAssistantCommands),
      app.get(NoteStore),
      app.get(NoteViews),
    );
    expect(await publish(other)).toBe(false);
    await eventually(() => expect(listener.topics.has(configOf(tracked))).toBe(true));
    await publisher.stop();
    const { availability_topic } = listener.json(configOf(tracked)) as Record<string, string>;
    await eventually(() => expect(listener.topics.get(availability_topic!)).toBe('offline'));
    expect(await publish(other)).toBe(true);
    await eventually(() => expect(listener.topics.get(availability_topic!)).toBe('online'));
    expect(await publish()).toBe(false);
    await other.stop();
  });
});
