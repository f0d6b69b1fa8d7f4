import { parseArgs } from 'node:util';

/** How much data there is. Two runs with the same sizes use the same database. */
export interface Sizes {
  publishers: number;
  software: number;
  versions: number;
  /** Users with many favorites each. */
  users: number;
  /** Users with one favorite each: the most popular product. A user has a product once, so its favorites need as many users. */
  crowd: number;
  /** Of all users together. */
  favorites: number;
}

export interface Settings {
  sizes: Sizes;
  /** Parts of the names of measures to be run; empty = all. */
  only: string[];
  /** Seconds of one round of load. */
  seconds: number;
  /** Rounds of each of the two that are compared, in turn: A B A B … */
  rounds: number;
  clients: number;
  databaseUrl: string;
  /** Whether the results are written to `bench/results.md`. */
  write: boolean;
}

const FULL: Sizes = {
  publishers: 50_000,
  software: 250_000,
  versions: 1_250_000,
  users: 5_000,
  crowd: 50_000,
  favorites: 1_000_000,
};

/** Below these there is nothing to measure: every token has a user, and every page its 50 rows. */
export const LEAST: Sizes = {
  publishers: 10,
  software: 1_000,
  versions: 5_000,
  users: 64,
  crowd: 1,
  favorites: 64 * 60,
};

const HELP = `npm run bench -- [options]
  --only reads,like   only measures whose name has one of these in it
  --scale 0.01        every size times this (sizes by themselves: --software 1000 and so on)
  --seconds 4         of one round of load
  --rounds 5          of each of the two that are compared
  --clients 16
  --database URL      mariadb://… or mysql://…; default BENCH_DATABASE_URL or mariadb://root@127.0.0.1:3306/tracker_bench
  --write             write bench/results.md`;

export function readSettings(args: string[]): Settings {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args,
    options: {
      only: text,
      scale: text,
      seconds: text,
      rounds: text,
      clients: text,
      database: text,
      publishers: text,
      software: text,
      versions: text,
      users: text,
      crowd: text,
      favorites: text,
      write: flag,
      help: flag,
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const scale = positive(values.scale, 1);
  const scaled = Object.entries(FULL).map(([name, full]) => [
    name,
    Math.max(LEAST[name as keyof Sizes], Math.round(positive(values[name as keyof Sizes], full * scale))),
  ]);
  return {
    sizes: Object.fromEntries(scaled) as Sizes,
    only: values.only?.split(',').filter(Boolean) ?? [],
    seconds: positive(values.seconds, 4),
    rounds: positive(values.rounds, 5),
    clients: positive(values.clients, 16),
    databaseUrl: values.database ?? process.env.BENCH_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/tracker_bench',
    write: values.write ?? false,
  };
}

function positive(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  console.error(`${text} is not a number above 0\n${HELP}`);
  process.exit(2);
}
