/** What a job takes up: `lane` is what several channels share, such as a host; an empty one is shared with nobody. */
export interface Place {
  channel_id: string;
  lane: string;
}

/** How many there may be at once. */
export interface Limits {
  /** Under way. */
  all: number;
  channel: number;
  lane: number;
  /** Done, or under way, and not written down yet. */
  open: number;
  /** Beside these: claimed, and waiting for a place. */
  ahead: number;
}

export const CHANNEL = 'channel ';
export const LANE = 'lane ';

export const keysOf = ({ channel_id, lane }: Place) => [CHANNEL + channel_id, ...(lane ? [LANE + lane] : [])];

export const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** What a job needs of a plan. */
interface Need {
  /** Whether it may wait for a place. */
  isPatient: boolean;
  /** Whether its channel takes no second one beside it. */
  restsAfter: boolean;
}

/** What a claim may take: a copy of what the slots hold, from which it takes as it goes. */
export class Plan {
  /**
   * @param room how many can start at once, and how many more may wait
   * @param held those that run or wait already, by what they take up
   * @param ahead how many more than run at once each lane may have
   */
  constructor(
    private readonly limits: Limits,
    private readonly room: { places: number; ahead: number },
    private readonly held: Map<string, number>,
    private readonly resting: Set<string>,
    private readonly ahead: Map<string, number>,
  ) {}

  get free(): number {
    return Math.max(0, this.room.places) + Math.max(0, this.room.ahead);
  }

  /** Takes a place when there is one for this job, or one to wait in. */
  take(job: Place, need: Need): boolean {
    if (this.refuses(job, need)) return false;
    if (this.canStart(job)) this.room.places--;
    else this.room.ahead--;
    for (const key of keysOf(job)) add(this.held, key);
    if (need.restsAfter) this.resting.add(CHANNEL + job.channel_id);
    return true;
  }

  refuses(job: Place, { isPatient }: Pick<Need, 'isPatient'>): boolean {
    if (keysOf(job).some((key) => this.isFull(key))) return true;
    return !this.canStart(job) && !(isPatient && this.room.ahead > 0);
  }

  /** Channels and lanes of which nothing can be taken. */
  full(): { channels: string[]; lanes: string[] } {
    const full = [...new Set([...this.held.keys(), ...this.resting])].filter((key) => this.isFull(key));
    const of = (kind: string) => full.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
    return { channels: of(CHANNEL), lanes: of(LANE) };
  }

  private isFull(key: string): boolean {
    if (this.resting.has(key)) return true;
    if (key.startsWith(CHANNEL)) return this.count(key) >= this.limits.channel;
    return this.count(key) >= this.limits.lane + (this.ahead.get(key.slice(LANE.length)) ?? 0);
  }

  private canStart({ lane }: Place): boolean {
    return this.room.places > 0 && (!lane || this.count(LANE + lane) < this.limits.lane);
  }

  private count(key: string): number {
    return this.held.get(key) ?? 0;
  }
}
