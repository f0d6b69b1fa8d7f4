import type { ServerResponse } from 'node:http';
import type { ClaimedDelivery } from '../../../src/notification/delivery/claimed-delivery';
import { MessageDataRepository } from '../../../src/notification/delivery/message-data.repository';
import { DeliveryRepository } from '../../../src/notification/delivery/delivery.repository';
import type { AttemptRow } from '../../../src/notification/dto/notification.response';
import { NotificationRepository } from '../../../src/notification/notification.repository';
import type { TestApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import type { HttpReceiver } from '../../setup/receivers';
import { type Agent, newUser, type NotificationAnswer, track, type Tracked } from '../../setup/tracking';

/** What the tests of the numbered cases share. */
export const LONG_AGO = '2020-01-01 00:00:00.000000';

export interface DeliveryRow {
  id: string;
  state: string;
  attempts: number;
  next_at: string | null;
  claim_id: string | null;
  last_error: string | null;
  type: string;
}

/** A user of its own with one channel, who tracks one product. */
export interface Subscriber {
  agent: Agent;
  tracked: Tracked;
  channel: { id: string; settings: { secret: string; url: string } };
  /** A new version and its notification. */
  news(): Promise<void>;
  /** Oldest first, as they are stored. */
  rows(): Promise<DeliveryRow[]>;
  /** Newest first, as the API shows them. */
  notifications(): Promise<NotificationAnswer[]>;
  readChannel(): Promise<{ state: string; state_reason: string | null; enabled: boolean }>;
  /** As if the time until the next attempt, and any rest, were over. */
  letTimePass(): Promise<void>;
}

export const subscribe = (test: TestApp, url: string) => subscribeBy(test, 'webhook', { url });

export async function subscribeBy(test: TestApp, type: string, settings: object): Promise<Subscriber> {
  const agent = await newUser(test, null);
  const made = await agent.post('/api/v1/channel').send({ type, name: 'its channel', settings });
  if (made.status !== 201) throw new Error(made.text);
  const channel = made.body.data as Subscriber['channel'];
  const tracked = await track(test, agent, '1.0');
  let minor = 0;
  return {
    agent,
    tracked,
    channel,
    news: async () => {
      await tracked.release(`1.${++minor}`);
      expect((await test.check()).notified).toBeGreaterThan(0);
    },
    rows: () =>
      test.database.query<DeliveryRow>('SELECT * FROM delivery WHERE channel_id = ? ORDER BY created_at, id', [
        channel.id,
      ]),
    notifications: () => tracked.notifications(),
    readChannel: async () => (await agent.get(`/api/v1/channel/${channel.id}`).expect(200)).body.data,
    letTimePass: async () => {
      await test.database.execute('UPDATE channel SET blocked_until = NULL WHERE id = ?', [channel.id]);
      await test.database.execute(
        `UPDATE delivery SET next_at = ? WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL`,
        [LONG_AGO, channel.id],
      );
    },
  };
}

/** An answer that comes when the test says so. */
export interface HeldAnswer {
  arrived(): Promise<void>;
  answer(status: number): void;
}

/** Expects one more request, and keeps it waiting. */
export function hold(receiver: HttpReceiver): HeldAnswer {
  let waiting: ServerResponse | undefined;
  receiver.will((response) => void (waiting = response));
  return {
    arrived: async () => void (await eventually(() => waiting !== undefined)),
    answer: (status) => waiting!.writeHead(status).end(),
  };
}

/** Claims the first `count` due deliveries, as the service does. */
export async function claim(test: TestApp, count: number): Promise<ClaimedDelivery[]> {
  const deliveries = test.app.get(DeliveryRepository);
  const due = await deliveries.findDue({ channels: new Set(), destinations: new Set(), types: new Set() });
  const ids = due.slice(0, count).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { claimed } = await deliveries.claim(ids, (still) => still.map(({ id }) => id));
  return test.app.get(MessageDataRepository).load(claimed.ids, claimed.claim);
}

export const NOTHING_DONE = { sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 };

/** Of a delivery, as the API shows them. */
export async function attemptsOf(test: TestApp, id: string): Promise<AttemptRow[]> {
  const [row] = await test.database.query<{ notification_id: string }>(
    'SELECT notification_id FROM delivery WHERE id = ?',
    [id],
  );
  const attempts = await test.app.get(NotificationRepository).attemptsOf(row!.notification_id);
  return attempts.filter(({ delivery_id }) => delivery_id === id);
}
