import { readdirSync } from 'node:fs';
import type { Config } from '../../../src/config/config';
import type { Outcome } from '../../../src/notification/providers/channel';
import type { Answer } from './peers';

/**
 * How the contract test looks at one type of channel from outside. The receiver answers as the provider would: it checks what the
 * provider documents (required fields, lengths, encodings, credentials) and refuses the rest with the provider's own error.
 */
export interface Stage {
  settings: Record<string, string | string[]>;
  environment?: Partial<Config>;
  /**
   * What arrived: the key by which the receiver knows a repeated message, every text as a reader sees it, and, where that is something
   * else, the texts with markup as they were sent.
   */
  received: () => { key: string; texts: string[]; sent?: string[] }[];
  /** What the provider makes of markup in these texts. Left out: nobody knows, so nothing that does something anywhere may be in them. */
  markup?: Markup;
  /** Programs read what arrives, so it may have addresses of the API. */
  forPrograms?: true;
  /** false: the provider takes no key of ours as it is; it is the same for the same message all the same. */
  keyed?: boolean;
  /** Makes the receiver refuse for now or for good; null for a channel that nobody can refuse. */
  refuse: ((how: 'now' | 'for good') => void) | null;
  /** What the provider answers in trouble, and what is to come of it. */
  answers?: [name: string, answer: Answer, outcome: Partial<Outcome>][];
  /** Makes the receiver answer so. */
  answer?: (answer: Answer) => void;
}

/** `none`: the page of the provider that says that it shows texts as they are, or another reason why it does. */
export type Markup = 'html' | 'markdown' | { none: string };

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
