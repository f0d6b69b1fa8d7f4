import { readdirSync } from 'node:fs';
import type { Config } from '../../src/config/config';
import type { Outcome } from '../../src/notification/channels/outcome';
import type { Answer } from './peers';

/**
 * How the contract test looks at one type of channel from outside. The receiver answers as the provider would: it checks what the
 * provider documents (required fields, lengths, encodings, credentials) and refuses the rest with the provider's own error.
 */
export interface Stage {
  settings: Record<string, string | string[]>;
  environment?: Partial<Config>;
  /** What arrived: the key by which the receiver knows a repeated message, and every text as it was received. */
  received: () => { key: string; texts: string[] }[];
  /** false: the provider takes no key of ours as it is; it is the same for the same message all the same. */
  keyed?: boolean;
  /** Makes the receiver refuse for now or for good; null for a channel that nobody can refuse. */
  refuse: ((how: 'now' | 'for good') => void) | null;
  /** What the provider answers in trouble, and what is to come of it. */
  answers?: [name: string, answer: Answer, outcome: Partial<Outcome>][];
  /** Makes the receiver answer so. */
  answer?: (answer: Answer) => void;
}

/** The stages by type, out of the files `<type>.stage.ts` in this folder. */
export function readStages(): Record<string, () => Promise<Stage>> {
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.stage.ts'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.stage.ts', ''),
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- one file a stage, found by its name
      (require(`./${file}`) as { stage: () => Promise<Stage> }).stage,
    ]),
  );
}

/** Every text in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
