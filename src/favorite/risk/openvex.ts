import { VERSION } from '../../common/version';
import { listText, momentIn, nameOf, saidAt, saidOf, uuidOf } from './running-words';
import type { Running, RunningFinding } from './running.service';

const CONTEXT = 'https://openvex.dev/ns/v0.2.0';

/** OpenVEX 0.2 of what somebody runs: https://github.com/openvex/spec. @param running at least one has a finding */
export async function openVexOf(author: string, running: Running[]): Promise<string> {
  const timestamp = saidAt(running);
  const list = await listText(running, (one) => one.findings.map((finding) => statementOf(one, finding)));
  const statements = `"statements":${list}}`;
  const id = uuidOf(`${JSON.stringify({ author, timestamp }).slice(0, -1)},${statements}`);
  const tooling = `software-update-tracker/${VERSION}`;
  const facts = { '@context': CONTEXT, '@id': `urn:uuid:${id}`, author, timestamp, version: 1, tooling };
  return `${JSON.stringify(facts).slice(0, -1)},${statements}`;
}

function statementOf(running: Running, found: RunningFinding) {
  const { finding, triage } = found;
  const { status, text, isAccepted } = saidOf(found);
  return {
    vulnerability: { name: finding.vulnerability },
    timestamp: momentIn(triage?.decidedAt ?? finding.foundAt),
    products: [productOf(running)],
    status,
    ...(status === 'not_affected' ? { impact_statement: text } : {}),
    // A reader finds by these words that it is to stay.
    ...(status === 'affected' ? { action_statement: isAccepted ? `Risk accepted: ${text}` : text } : {}),
    ...(status === 'under_investigation' ? { status_notes: text } : {}),
  };
}

function productOf(running: Running) {
  const { ref, purl, cpe } = nameOf(running);
  const identifiers = { ...(purl === null ? {} : { purl }), ...(cpe === null ? {} : { '@cpe23': cpe }) };
  return { '@id': purl ?? ref, ...(Object.keys(identifiers).length === 0 ? {} : { identifiers }) };
}
