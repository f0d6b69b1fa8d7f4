import { hash } from 'node:crypto';
import { type Fields, isFields, lineOf, RecordProblem } from '../matching/fields';
import { isCycloneDx, readCycloneDxVex } from './read-cyclonedx-vex';
import { isOpenVex, readOpenVex } from './read-openvex';
import type { VexDocument } from './statement';
import type { ReadStatements } from './vex-words';

const READERS: [is: (document: Fields) => boolean, read: (document: Fields) => Promise<ReadStatements>][] = [
  [isOpenVex, readOpenVex],
  [isCycloneDx, readCycloneDxVex],
];

const ID_AT_MOST = 2_048;

/**
 * Reads a document of OpenVEX or CycloneDX. A statement that cannot be read is rejected alone.
 * @param content parsed JSON
 * @throws RecordProblem when it is none of them, or has too much in it
 */
export async function readVex(content: unknown): Promise<VexDocument> {
  const read = isFields(content) ? READERS.find(([is]) => is(content)) : undefined;
  if (!read) throw new RecordProblem('is not a document of OpenVEX or CycloneDX');
  const { id, author, statements, rejected } = await read[1](content as Fields);
  // Without an id, each is a document of its own.
  const name = lineOf(id, ID_AT_MOST) ?? hash('sha256', JSON.stringify(content));
  return { id: name, author: lineOf(author, 64) ?? 'VEX', statements, rejected };
}
