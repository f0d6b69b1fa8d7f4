/** Hosts of one plug-in that a process polls at once: a quarter of all, so that sources that never answer leave the rest to others. */
const MAX_HOSTS = 16;
const OF_PLUGIN = '#plugin:';

/** What ends the name of a host at which sources of a plug-in are polled: see `SourceHost`. */
export const ofPlugin = (plugin: string) => OF_PLUGIN + plugin;

/** Counts the claimed hosts of each plug-in. */
export class PluginShares {
  private readonly counts = new Map<string, number>();

  /** @param claimed names of hosts */
  constructor(claimed: Iterable<string>) {
    for (const host of claimed) this.take(host);
  }

  /** How the names of hosts end that cannot be claimed now. */
  get full(): string[] {
    return [...this.counts].flatMap(([ending, count]) => (count < MAX_HOSTS ? [] : [ending]));
  }

  /** @returns whether the share of its plug-in allows it; all others are */
  take(host: string): boolean {
    const at = host.indexOf(OF_PLUGIN);
    if (at < 0) return true;
    const ending = host.slice(at);
    const count = this.counts.get(ending) ?? 0;
    if (count >= MAX_HOSTS) return false;
    this.counts.set(ending, count + 1);
    return true;
  }
}
