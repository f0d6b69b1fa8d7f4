/** Of the kit for plug-ins: packages/plugin-kit/package.json has the same. The first number changes when what plug-ins use does. */
export const KIT_VERSION = '1.0.0';

const RANGE = /^\^(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/;

/** Why a plug-in that was written for this range of kits cannot be used here; null = it can. */
export function kitFault(range: unknown): string | null {
  const match = typeof range === 'string' ? RANGE.exec(range) : null;
  if (!match) return '"tracker"."kit" of package.json must be as ^1 or ^1.2';
  const [major = 0, minor = 0, patch = 0] = KIT_VERSION.split('.').map(Number);
  const [, wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = match.map((part) => Number(part ?? 0));
  if (major === wantedMajor && (minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch))) return null;
  return `it is written for the kit ${match[0]}, and this service has ${KIT_VERSION}: use a version of the ${
    wantedMajor < major ? 'plug-in that is written for this kit' : 'service that has it'
  }`;
}
