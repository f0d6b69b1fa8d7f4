import { APPLICATIONS } from './application.presets';
import type { ProbePreset } from './preset';
import { SERVERS } from './server.presets';

/** By title. */
export const PROBE_PRESETS: readonly ProbePreset[] = [...APPLICATIONS, ...SERVERS].sort((a, b) =>
  a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1,
);
