import type { Command } from 'commander';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { answerLines, linesOf, MAX_LINE } from 'small-parts';
import { orderingFor } from 'version-order';
import { type AdvisoryRecord, vulnerabilityOf } from './matching/advisory';
import { assess } from './matching/assess';
import { isRepository, readUsedVersion, schemeOfPurl } from './matching/ecosystem';
import { isFields, RecordProblem } from './matching/fields';
import { readNvd } from './matching/read-nvd';
import { readOsv } from './matching/read-osv';

/** Characters of a record. */
const MAX_RECORD = 16 * 1024 * 1024;

/** `advisory-match check` */
export function addCheckCommand(cli: Command): void {
  cli
    .command('check')
    .argument('<file>', 'records of OSV or NVD, one JSON object a line')
    .description('for each package URL with version of stdin, print the vulnerabilities that it has as a JSON list')
    .action(async (file: string) => checkLines(await recordsOf(createReadStream(file)), process.stdin, process.stdout));
}

/** @throws Error naming the line of a record that cannot be read */
export async function recordsOf(input: Readable): Promise<AdvisoryRecord[]> {
  const records: AdvisoryRecord[] = [];
  let number = 0;
  for await (const lines of linesOf(input, MAX_RECORD))
    for (const line of lines) {
      number += 1;
      try {
        if (line === null) throw new RecordProblem(`has more than ${MAX_RECORD} characters`);
        const content: unknown = JSON.parse(line);
        const record = isFields(content) && content.configurations ? readNvd(content) : readOsv(content);
        if (record && !record.isWithdrawn) records.push(record);
      } catch (error) {
        if (!(error instanceof RecordProblem || error instanceof SyntaxError)) throw error;
        throw new Error(`line ${number}: ${error.message}`, { cause: error });
      }
    }
  return records;
}

/** Each line gives one line: a list, or `{"error": …}`. */
export const checkLines = (records: AdvisoryRecord[], input: Readable, output: Writable) =>
  answerLines(input, output, (line) =>
    JSON.stringify(line === null ? { error: `has more than ${MAX_LINE} characters` } : check(records, line)),
  );

function check(records: AdvisoryRecord[], line: string): object {
  const used = readUsedVersion(line);
  if ('error' in used) return used;
  const { key, version } = used;
  const types = isRepository(key) ? ['purl', 'repo'] : ['purl'];
  const about = records.flatMap((record) => {
    const affected = record.affected.filter((range) => range.key.value === key && types.includes(range.key.type));
    return affected.length > 0 ? [{ ...record, affected, vulnerability: vulnerabilityOf(record) }] : [];
  });
  return assess(version, orderingFor({ scheme: schemeOfPurl(key) ?? 'generic' }), about).map(
    ({ vulnerability, state, severity, fixed }) => ({ vulnerability, state, severity, fixed }),
  );
}
