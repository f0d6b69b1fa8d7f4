import type { TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import type { Random } from '../setup/random';
import type { Receivers } from './receivers';

export interface Tracker {
  favoriteId: string;
  software: number;
  user: number;
  /** Its owner moves it to the latest version now and then: which versions it is told of is left to chance. */
  moves: boolean;
}

/** Who tracks what and is told where. The harness' own account of it, which nothing of the service touches. */
export interface Cast {
  trackers: Tracker[];
  products: { record: ReturnType<typeof product>; softwareId: string; labels: string[] }[];
  /** Channels by user. */
  channels: string[][];
  /** Channels that are switched off or go away in the middle; each of these users has another one. */
  doomed: string[];
  agents: Awaited<ReturnType<TestApp['as']>>[];
}

interface Shape {
  users: number;
  products: number;
  rounds: number;
}

/** Mostly some people who track the same few products; now and then a crowd that tracks one. In few rounds where each takes long. */
export function shapeFor(deliveries: number, crowd: boolean, fewRounds: boolean): Shape {
  // More than one page of the update check.
  if (crowd) return { users: Math.ceil(deliveries * 1.1), products: 1, rounds: 1 };
  const users = Math.min(fewRounds ? 24 : 12, Math.max(4, Math.round(Math.sqrt(deliveries) / (fewRounds ? 1 : 2))));
  const products = Math.ceil(users / 2);
  // Every second user has two channels.
  return { users, products, rounds: Math.ceil(deliveries / (users * products * 1.5)) };
}

export async function assemble(test: TestApp, receivers: Receivers, shape: Shape, random: Random): Promise<Cast> {
  const cast: Cast = { trackers: [], products: [], channels: [], doomed: [], agents: [] };
  for (let number = 0; number < shape.products; number++) {
    const record = product(`Product ${number}`, ['0']);
    await test.import(record);
    const [row] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [
      record.software.name,
    ]);
    cast.products.push({ record, softwareId: row!.id, labels: [] });
  }
  const crowd = shape.products === 1;
  for (let user = 0; user < shape.users; user++) {
    const agent = await test.as(`user ${user}`);
    cast.agents.push(agent);
    cast.channels.push([]);
    for (let more = 0; more <= (crowd ? 0 : user % 2); more++) {
      const { path, url } = receivers.address(user * 2 + more);
      const channel = { type: 'webhook', name: path, settings: { url } };
      const { body } = await agent.post('/api/v1/channel').send(channel).expect(201);
      receivers.open(path, body.data.id as string, body.data.settings.secret as string);
      cast.channels[user]!.push(body.data.id as string);
    }
    for (const [software, { softwareId }] of cast.products.entries()) {
      const { body } = await agent.post('/api/v1/favorite').send({ software: softwareId, version: '0' }).expect(201);
      cast.trackers.push({ favoriteId: body.data.uuid as string, software, user, moves: random.chance(0.1) });
    }
  }
  const spare = cast.channels.filter((channels) => channels.length > 1).map((channels) => channels[1]!);
  cast.doomed = random.shuffled(spare).slice(0, 2);
  return cast;
}
