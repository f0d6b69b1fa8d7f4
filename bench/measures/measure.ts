import type { Address } from '../lib/database';
import type { Settings } from '../settings';

/** What a measure may use. The data is there; programs are started by the measure that needs them. */
export interface World {
  settings: Settings;
  address: Address;
}

/** One line of the table. */
export interface Result {
  what: string;
  aim: string;
  measured: string;
  /** null = nothing was aimed at. */
  holds: boolean | null;
}

/** One file of this folder, and one line in `index.ts`. */
export interface Measure {
  /** What `--only` compares. */
  name: string;
  title: string;
  run(world: World): Promise<Result[]>;
}
