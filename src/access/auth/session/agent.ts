/** The first that fits counts: nearly every browser also says that it is Chrome, Safari or both. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** A `User-Agent` in a few words, such as `Firefox on Linux`. Only words of ours are kept, nothing of the header itself. */
export function agentOf(header = ''): string {
  const find = (among: [RegExp, string][]) => among.find(([pattern]) => pattern.test(header))?.[1];
  const [browser = 'Unknown browser', system] = [find(BROWSERS), find(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
