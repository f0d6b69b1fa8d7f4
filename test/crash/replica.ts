import type { DatabaseAddress } from '../../src/config/database-url';
import { readyUrl, start, type Running } from '../setup/process';
import { type Trap, Ways } from './proxy';

/** A time in which something was wrong with a process; `to` is null while it lasts, and for ever after a kill. */
export interface Trouble {
  /** `node`: something is wrong with one of several servers, which may cost it what it was about to learn. */
  kind: 'kill' | 'stop' | 'cut' | 'node';
  from: number;
  to: number | null;
}

/** One process from its start to its end. */
export interface Life {
  replica: number;
  running: Running;
  troubles: Trouble[];
}

export const isKilled = ({ troubles }: Life) => troubles.some(({ kind }) => kind === 'kill');

/** Whether something is wrong with it now. */
export const isTroubled = ({ troubles }: Life) => troubles.some(({ kind, to }) => to === null && kind !== 'node');

/** Whether something is wrong with one of its servers now. */
export const lacksNode = ({ troubles }: Life) => troubles.some(({ kind, to }) => to === null && kind === 'node');

/** Whether something was wrong with it at some time between these two. */
export const wasTroubled = ({ troubles }: Life, from: number, to: number) =>
  troubles.some((trouble) => trouble.from <= to && (trouble.to ?? Infinity) >= from);

/** A server process that is started again whenever it has ended, and its way to the database. */
export class Replica {
  readonly counts = { kill: 0, stop: 0, cut: 0 };
  /** Ends that nobody brought about. */
  readonly deaths: string[] = [];
  private readonly proxy: Ways;
  private life: Life | null = null;
  private env: Record<string, string> = {};
  closed = false;
  /** What is still to come of each trouble that is under way: its end. */
  private readonly ends = new Map<NodeJS.Timeout, () => void>();

  /** @param lives which process each connection of the database belongs to */
  constructor(
    private readonly number: number,
    database: DatabaseAddress,
    private readonly lives: Map<number, Life>,
  ) {
    this.proxy = new Ways(database, (connection) => {
      if (this.life) this.lives.set(connection, this.life);
    });
  }

  async open(env: Record<string, string>): Promise<void> {
    this.env = { ...env, DATABASE_URL: await this.proxy.listen() };
    this.begin();
  }

  get ready(): boolean {
    return this.life !== null && !isKilled(this.life) && this.url !== null;
  }

  /** Where it listens; null while it starts. */
  get url(): string | null {
    return readyUrl(this.life?.running.output.stdout ?? '') ?? null;
  }

  kill(): void {
    if (!this.life || isKilled(this.life)) return;
    this.counts.kill++;
    this.trouble('kill');
    this.life.running.child.kill('SIGKILL');
  }

  /** Stands still for so many milliseconds, in the middle of whatever it does. */
  stop(ms: number): void {
    const life = this.life;
    if (!life) return;
    this.counts.stop++;
    const over = this.trouble('stop');
    life.running.child.kill('SIGSTOP');
    this.later(ms, () => {
      life.running.child.kill('SIGCONT');
      over();
    });
  }

  /** Loses its connections, and gets new ones after so many milliseconds. */
  cut(ms: number): void {
    this.counts.cut++;
    const over = this.trouble('cut');
    this.proxy.refuse(ms > 0);
    this.proxy.cut();
    this.later(ms, () => {
      this.proxy.refuse(false);
      over();
    });
  }

  /** Hears nothing from the database for so many milliseconds; then everything goes on, or the connections end. */
  hush(ms: number, goOn: boolean): void {
    this.counts.cut++;
    const over = this.trouble('cut');
    this.proxy.hush(true);
    this.later(ms, () => {
      if (!goOn) this.proxy.cut();
      this.proxy.hush(false);
      over();
    });
  }

  /** Something is wrong with the database, until the end that this returns. */
  lack(): () => void {
    return this.trouble('node');
  }

  trap(trap: Trap): void {
    this.proxy.set(trap);
  }

  /**
   * Nothing goes wrong with it any more. Troubles come to the end they would have had, only at once: a connection on which a trap
   * has held a statement back must be cut, or its process waits for an answer that nobody owes it.
   */
  heal(): void {
    this.proxy.set(null);
    for (const [timer, end] of this.ends) {
      clearTimeout(timer);
      end();
    }
    this.ends.clear();
  }

  async close(): Promise<string> {
    this.closed = true;
    this.heal();
    const life = this.life;
    life?.running.child.kill('SIGTERM');
    const finished = await life?.running.finished;
    await this.proxy.close();
    return finished?.code === 0 ? '' : `replica ${this.number} ended with ${finished?.code}: ${finished?.stderr}`;
  }

  /** Ends it at once, whatever it does; nothing comes after it. */
  async abandon(): Promise<void> {
    this.closed = true;
    this.heal();
    this.life?.running.child.kill('SIGKILL');
    await this.life?.running.finished;
    await this.proxy.close();
  }

  private begin(): void {
    const running = start('main', [], this.env);
    // A way to the database that is cut off is so for the next process too.
    const troubles = this.life?.troubles.filter(({ kind, to }) => /cut|node/.test(kind) && to === null) ?? [];
    const life: Life = { replica: this.number, running, troubles };
    this.life = life;
    void running.finished.then(() => {
      // One that could not start, as the database was out of reach, may end; one that serves may not.
      if (!isKilled(life) && readyUrl(running.output.stdout) && !this.closed)
        this.deaths.push(`replica ${this.number} died by itself: ${running.output.stderr.slice(-2_000)}`);
      if (!isKilled(life)) life.troubles.push({ kind: 'kill', from: Date.now(), to: null });
      if (!this.closed) this.begin();
    });
  }

  private trouble(kind: Trouble['kind']): () => void {
    const trouble: Trouble = { kind, from: Date.now(), to: null };
    this.life?.troubles.push(trouble);
    return () => {
      if (kind !== 'kill') trouble.to ??= Date.now();
    };
  }

  private later(ms: number, end: () => void): void {
    const timer = setTimeout(() => {
      this.ends.delete(timer);
      end();
    }, ms);
    this.ends.set(timer, end);
  }
}
