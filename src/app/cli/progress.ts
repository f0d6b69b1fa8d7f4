import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  update(value: number): void;
  /** Replaces the bar by this line. */
  end(text: string): void;
}

/** On stderr: a bar at a terminal, one line at the end elsewhere. */
export function showProgress(title: string, total: number): Progress {
  if (!process.stderr.isTTY) return { update: () => undefined, end: (text) => void process.stderr.write(`${text}\n`) };
  const options = {
    format: `${title} [{bar}] {percentage}%`,
    clearOnComplete: true,
    hideCursor: true,
    stream: process.stderr,
  };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(total, 0);
  return {
    update: (value) => bar.update(Math.min(value, total)),
    end: (text) => {
      bar.stop();
      process.stderr.write(`${text}\n`);
    },
  };
}
