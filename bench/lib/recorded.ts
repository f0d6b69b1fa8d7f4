import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';

/**
 * The statements of one transaction of the service, to be run again by the limit server for other rows. What differs from one request
 * to the next has a name in place of its value.
 */
export interface Recorded {
  text: string;
  parameters: (string | number | boolean | null)[];
}

/** A parameter `:name` stands for the value of that name; `:now` for what the statement before it read off the database's clock;
 * `:new1` and so on for a new id, the same wherever it is named. */
export const NOW = ':now';
export const NEW = ':new';
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;
const CLOCK = /^SELECT (?:UTC_TIMESTAMP\(6\)|NOW\(6\)) AS now$/;

/**
 * What `work` runs in its transaction.
 * @param names by their values, such as an id: a parameter with that value becomes `:name`
 * @param unnamed the name of the first id that is made meanwhile; further ones are `:new1`, `:new2`
 */
export async function recorded(
  app: INestApplicationContext,
  work: () => Promise<unknown>,
  names: Map<unknown, string>,
  unnamed?: string,
): Promise<Recorded[]> {
  const { subscribers } = app.get(DataSource);
  const statements: Recorded[] = [];
  let made = unnamed;
  let others = 0;
  const nameOf = (text: string, value: unknown, place: number) => {
    const isNew = place === 0 && text.startsWith('INSERT') && !names.has(value) && UUID.test(String(value));
    if (isNew) names.set(value, made ? `:${made}` : `${NEW}${++others}`);
    if (isNew) made = undefined;
    return names.get(value) ?? value;
  };
  const watch: EntitySubscriberInterface = {
    beforeQuery: ({ query: text, parameters = [] }) => {
      const named = (parameters as unknown[]).map((value, place) => nameOf(text, value, place));
      statements.push({ text, parameters: named as Recorded['parameters'] });
    },
    afterQuery: ({ query: text, rawResults }) => {
      if (CLOCK.test(text)) names.set((rawResults as { now: string }[])[0]!.now, NOW);
    },
  };
  subscribers.push(watch);
  try {
    await work();
    return statements;
  } finally {
    subscribers.splice(subscribers.indexOf(watch), 1);
  }
}

export const readsClock = (text: string) => CLOCK.test(text);
