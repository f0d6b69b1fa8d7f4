import { type CvssVector, fromVector } from 'ae-cvss-calculator';
import type { Severity } from './advisory';
import { type Fields, isFields } from './fields';

/** Words of databases. `moderate`: GitHub, Red Hat; `important`: Red Hat, SUSE; `negligible`: Ubuntu, Debian. */
const WORDS = new Map<string, Severity>([
  ['none', 'low'],
  ['negligible', 'low'],
  ['minor', 'low'],
  ['unimportant', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['high', 'high'],
  ['important', 'high'],
  ['critical', 'critical'],
]);

const VECTOR_LENGTH = 255;
/** The newest version first. */
const CVSS_TYPES = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2'];

/** The word of a database; null = it says nothing that is known. */
export const severityOfWord = (word: unknown): Severity | null =>
  typeof word === 'string' ? (WORDS.get(word.trim().toLowerCase()) ?? null) : null;

/** The base score of a CVSS vector, 0 to 10; null = it is none. */
export function cvssScore(vector: string): number | null {
  if (vector.length > VECTOR_LENGTH || !/^[A-Za-z0-9:./]+$/.test(vector)) return null;
  try {
    const parsed = fromVector(vector) as CvssVector<{ vector: string; overall: number; normalized: boolean }> | null;
    if (!parsed?.isBaseFullyDefined()) return null;
    const { overall } = parsed.calculateScores();
    return Number.isFinite(overall) ? overall : null;
  } catch {
    return null; // the calculator throws at values that its version does not have
  }
}

/** Of the qualitative scale of CVSS 3 and 4 (https://www.first.org/cvss/v3.1/specification-document, section 5). */
export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

/**
 * The severity of a record: the database's word, else by its CVSS vector, else `unknown`.
 * @param word of the database
 * @param scores as OSV's `severity`: `{type, score}`
 */
export function readSeverity(word: unknown, scores: unknown[]): { severity: Severity; cvss: string | null } {
  const given = scores.filter(isFields);
  const { vector, score } = bestVector(given);
  const said = severityOfWord(word) ?? wordIn(given);
  return { severity: said ?? (score === null ? 'unknown' : severityOfScore(score)), cvss: vector };
}

function bestVector(given: Fields[]): { vector: string | null; score: number | null } {
  for (const type of CVSS_TYPES)
    for (const one of given) {
      if (one.type !== type || typeof one.score !== 'string') continue;
      const score = cvssScore(one.score);
      if (score !== null) return { vector: one.score, score };
    }
  return { vector: null, score: null };
}

/** Ubuntu gives a word in the place of a score. */
function wordIn(given: Fields[]): Severity | null {
  for (const { score } of given) {
    const severity = severityOfWord(score);
    if (severity !== null) return severity;
  }
  return null;
}
