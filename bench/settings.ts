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
  /** Every measure for a blink, on next to no data: whether it works, not what it measures. */
  check: boolean;
}

/** How often something is repeated: as often as its figure needs, or once for `--check`. */
export const times = ({ check }: Settings, count: number): number => (check ? 1 : count);

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

/** The least data of which each measure has something, and the least that a load can last. */
const CHECK = { scale: 0.004, seconds: 0.1 };

/** Options as `npm run bench` gives them. */
type Given = Partial<Record<keyof Sizes | 'only' | 'scale' | 'seconds' | 'rounds' | 'clients' | 'database', string>> & {
  write?: boolean;
  check?: boolean;
};

/** @param text options as JSON */
export function readSettings(text: string): Settings {
  const values = JSON.parse(text) as Given;
  const check = values.check ?? false;
  const scale = positive(values.scale, check ? CHECK.scale : 1);
  const scaled = Object.entries(FULL).map(([name, full]) => [
    name,
    Math.max(LEAST[name as keyof Sizes], Math.round(positive(values[name as keyof Sizes], full * scale))),
  ]);
  return {
    sizes: Object.fromEntries(scaled) as Sizes,
    only: values.only?.split(',').filter(Boolean) ?? [],
    seconds: positive(values.seconds, check ? CHECK.seconds : 4),
    rounds: positive(values.rounds, check ? 1 : 5),
    clients: positive(values.clients, 16),
    databaseUrl: values.database ?? process.env.BENCH_DATABASE_URL ?? 'mariadb://root@127.0.0.1:3306/tracker_bench',
    write: values.write ?? false,
    check,
  };
}

function positive(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  console.error(`${text} is not a number above 0. --help says what there is.`);
  process.exit(2);
}
