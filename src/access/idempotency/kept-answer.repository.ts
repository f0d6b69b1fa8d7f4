import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Transaction } from '../../database/database';
import { placeholders } from '../../database/rows';
import { KeptAnswer } from './kept-answer.entity';

/** Seconds. */
const KEPT = 86_400;
/** Rows deleted by one statement, so that locks are short. */
const PAGE = 500;

/** All statements on the table `kept_answer`. */
@Injectable()
export class KeptAnswerRepository {
  constructor(private readonly database: Database) {}

  async find(sql: Sql, hash: string): Promise<Pick<KeptAnswer, 'fingerprint' | 'answer'> | null> {
    const [row] = await sql.query<KeptAnswer>('SELECT fingerprint, answer FROM kept_answer WHERE hash = ?', [hash]);
    return row ?? null;
  }

  async insert({ manager, dialect }: Transaction, kept: Omit<KeptAnswer, 'createdAt'>): Promise<void> {
    await manager.insert(KeptAnswer, { ...kept, createdAt: () => dialect.now });
  }

  /** Deletes those of more than a day ago, in pages found by the index `kept_answer_created`. @returns how many */
  async deleteOld(stopping?: AbortSignal): Promise<number> {
    for (let deleted = 0; ;) {
      const old = await this.database.query<{ hash: string }>(
        `SELECT hash FROM kept_answer WHERE created_at < ${this.database.dialect.nowPlus} ORDER BY created_at LIMIT ${PAGE}`,
        [-KEPT],
      );
      if (old.length === 0 || stopping?.aborted) return deleted;
      const hashes = old.map(({ hash }) => hash);
      deleted += await this.database.execute(
        `DELETE FROM kept_answer WHERE hash IN (${placeholders(hashes.length)})`,
        hashes,
      );
    }
  }
}
