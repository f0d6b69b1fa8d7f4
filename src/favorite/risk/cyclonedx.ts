import { cvssScore, probabilityOf, type VexStatus } from 'advisory-match';
import { VERSION } from '../../common/version';
import { listText, momentIn, nameOf, saidAt, saidOf, uuidOf, type RunningName } from './running-words';
import type { Running, RunningFinding } from './running.service';

export const CYCLONEDX_TYPE = 'application/vnd.cyclonedx+json; version=1.6';

const PROPERTY = 'software-update-tracker';

/** By `analysis.state`. What is fixed is no finding. */
const STATES: Record<Exclude<VexStatus, 'fixed'>, string> = {
  affected: 'exploitable',
  not_affected: 'not_affected',
  under_investigation: 'in_triage',
};

/** Rating methods by the beginnings of CVSS vectors; version 2 has none. */
const METHODS = [
  ['CVSS:4.', 'CVSSv4'],
  ['CVSS:3.1', 'CVSSv31'],
  ['CVSS:3.0', 'CVSSv3'],
  ['', 'CVSSv2'],
] as const;

export interface DocumentFacts {
  author: string;
  /** Null: what all of the user's favorites are. */
  inventory: string | null;
}

/** CycloneDX 1.6 of what somebody runs, with its vulnerabilities: https://cyclonedx.org/docs/1.6/json/ */
export async function cycloneDxOf({ author, inventory }: DocumentFacts, running: Running[]): Promise<string> {
  const metadata = {
    timestamp: saidAt(running),
    lifecycles: [{ phase: 'operations' }],
    tools: { components: [{ type: 'application', name: PROPERTY, version: VERSION }] },
    authors: [{ name: author }],
    ...(inventory === null ? {} : { properties: [property('inventory', inventory)] }),
  };
  const named = new Map<string, { one: Running; name: RunningName }>();
  const vulnerabilities = await listText(running, (one) => {
    const name = nameOf(one);
    named.set(name.ref, { one, name });
    return one.findings.map((found) => vulnerabilityOf(one, name, found));
  });
  const components = await listText(named.values(), ({ one, name }) => [componentOf(one, name)]);
  const said = `"metadata":${JSON.stringify(metadata)},"components":${components},"vulnerabilities":${vulnerabilities}`;
  return `{"bomFormat":"CycloneDX","specVersion":"1.6","serialNumber":"urn:uuid:${uuidOf(`{${said}}`)}","version":1,${said}}`;
}

const property = (name: string, value: string) => ({ name: `${PROPERTY}:${name}`, value });

function componentOf({ row }: Running, { ref, purl, cpe }: RunningName) {
  return {
    type: 'application',
    'bom-ref': ref,
    publisher: row.publisher,
    name: row.software,
    version: row.version,
    ...(cpe === null ? {} : { cpe }),
    ...(purl === null ? {} : { purl }),
  };
}

function vulnerabilityOf({ row }: Running, { ref }: RunningName, found: RunningFinding) {
  const { finding, details, triage } = found;
  const { vulnerability, fixed, isExploited, epss, foundAt } = finding;
  const { status, text, isAccepted } = saidOf(found);
  return {
    'bom-ref': `${vulnerability} ${ref}`,
    id: vulnerability,
    ...(details ? { source: { name: details.database, ...(details.url === null ? {} : { url: details.url }) } } : {}),
    ratings: [ratingOf(found)],
    ...(details?.summary == null ? {} : { description: details.summary }),
    ...(fixed === null ? {} : { recommendation: `Update to ${fixed} or later.` }),
    ...(details?.url == null ? {} : { advisories: [{ url: details.url }] }),
    analysis: {
      state: STATES[status as keyof typeof STATES],
      ...(isAccepted ? { response: ['will_not_fix'] } : {}),
      detail: text,
      lastUpdated: momentIn(triage?.decidedAt ?? foundAt),
    },
    affects: [{ ref, versions: [{ version: row.version, status: affectedStatus(status) }] }],
    properties: [
      property('exploited', String(isExploited)),
      ...(epss === null ? [] : [property('epss', String(probabilityOf(epss)))]),
    ],
  };
}

const affectedStatus = (status: VexStatus) =>
  status === 'affected' ? 'affected' : status === 'not_affected' ? 'unaffected' : 'unknown';

function ratingOf({ finding: { severity }, details }: RunningFinding) {
  const vector = details?.cvss ?? null;
  if (vector === null) return { severity };
  const score = cvssScore(vector);
  const [, method] = METHODS.find(([beginning]) => vector.startsWith(beginning))!;
  return { ...(score === null ? {} : { score }), severity, method, vector };
}
