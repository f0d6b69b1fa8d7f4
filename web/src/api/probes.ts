import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { ProbePresetResponse } from './generated';

/** Milliseconds between two looks: while one was not asked yet, and otherwise. */
const SOON = 2_000;
const USUALLY = 60_000;

/** Where the version in use of a favorite is asked for. */
export const probesQuery = (favorite: string) =>
  queryOptions({
    queryKey: ['probes', favorite],
    queryFn: ({ signal }) => api.listFavoriteProbes(favorite, { signal }).then(({ data }) => data),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'new') ? SOON : USUALLY),
  });

export const probePresetsQuery = queryOptions({
  queryKey: ['probe-presets'],
  queryFn: ({ signal }) => api.listProbePresets({ signal }).then(({ data }) => data),
  staleTime: Infinity,
});

/** The preset of a product by its name. */
export function presetFor(product: string, presets: readonly ProbePresetResponse[]): ProbePresetResponse | undefined {
  const name = product.trim().toLowerCase();
  return presets.find(({ title, names }) => title.toLowerCase() === name || names.includes(name));
}
