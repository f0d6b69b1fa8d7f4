import type { ProbePresetResponse, ProbeResponse, WriteProbeDto } from '../api/generated';

/** What is typed. */
export interface ProbeValues {
  /** Empty = another program. */
  preset: string;
  environment: string;
  address: string;
  token: string;
  path: string;
  pattern: string;
  header: string;
  /** Lines of `name: value`. */
  headers: string;
  interval: string;
}

export const USUAL_INTERVAL = '15m';
export const USUAL_ENVIRONMENT = 'prod';

export const valuesOf = (
  probe: ProbeResponse | null,
  preset: ProbePresetResponse | undefined,
  environment: string,
): ProbeValues => ({
  preset: probe ? (probe.preset ?? '') : (preset?.key ?? ''),
  environment: probe?.environment ?? environment,
  address: probe?.address ?? '',
  token: '',
  path: probe?.json_path ?? '',
  pattern: probe?.pattern ?? '',
  header: probe?.header ?? '',
  headers: '',
  interval: probe?.interval ?? USUAL_INTERVAL,
});

/** Secrets that were not typed stay as they are. null = a line is no header */
export function inputOf(values: ProbeValues, preset: ProbePresetResponse | undefined): WriteProbeDto | null {
  const { address, interval } = values;
  if (preset) return { address, interval, preset: preset.key, ...(values.token ? { token: values.token } : {}) };
  const headers = headersIn(values.headers);
  if (headers === null) return null;
  return {
    ...{ address, interval },
    json_path: values.path.trim() || null,
    pattern: values.pattern || null,
    header: values.header.trim() || null,
    ...(headers.length > 0 ? { headers } : {}),
  };
}

function headersIn(text: string): { name: string; value: string }[] | null {
  const headers: { name: string; value: string }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
    if (name === '' || value === '') return null;
    headers.push({ name, value });
  }
  return headers;
}
