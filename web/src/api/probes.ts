import { api } from './client';
import type { ProbePresetResponse } from './generated';
import { answerQuery } from './queries';

/** Milliseconds between two looks: while one was not asked yet, and otherwise. */
const SOON = 2_000;
const USUALLY = 60_000;

/** Where the version in use of a favorite is asked for. */
export const probesQuery = (favorite: string) =>
  answerQuery(['probes', favorite], (options) => api.listFavoriteProbes(favorite, options), {
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'new') ? SOON : USUALLY),
  });

export const probePresetsQuery = answerQuery(['probe-presets'], (options) => api.listProbePresets(options), {
  staleTime: Infinity,
});

/** The preset of a product by its name. */
export function presetFor(product: string, presets: readonly ProbePresetResponse[]): ProbePresetResponse | undefined {
  const name = product.trim().toLowerCase();
  return presets.find(({ title, names }) => title.toLowerCase() === name || names.includes(name));
}
