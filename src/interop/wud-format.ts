import { safeUrl } from '../common/text';
import { type Step, STEPS } from '../version/ordering/step';
import type { TrackedRow } from './tracked.repository';

const SEMVER_DIFF: Partial<Record<Step, string>> = { major: 'major', minor: 'minor', patch: 'patch' };

/** A favorite as What's Up Docker (WUD) lists a container that it watches. */
export function containerOf(row: TrackedRow) {
  const step = row.available_step === null ? undefined : STEPS[row.available_step];
  const isOutdated = Boolean(row.update_available) && row.available_version !== null;
  const link = safeUrl(row.url);
  return {
    id: row.id,
    name: row.software,
    displayName: row.software,
    status: 'unknown',
    watcher: 'software-update-tracker',
    image: {
      id: row.software_id,
      registry: { name: 'software-update-tracker' },
      name: row.software,
      tag: { value: row.version, semver: step !== undefined && step in SEMVER_DIFF },
      digest: { watch: false },
    },
    ...(link === null ? {} : { link }),
    ...(isOutdated || row.known === 'stable'
      ? { result: { tag: isOutdated ? row.available_version : row.version } }
      : { error: { message: 'No stable version is known' } }),
    updateAvailable: isOutdated,
    updateKind: isOutdated
      ? {
          kind: 'tag',
          localValue: row.version,
          remoteValue: row.available_version,
          semverDiff: (step && SEMVER_DIFF[step]) ?? 'unknown',
        }
      : { kind: 'unknown', localValue: null, remoteValue: null, semverDiff: 'unknown' },
  };
}
