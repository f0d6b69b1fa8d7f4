import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Transaction } from '../../database/database';
import { deleteOld } from '../../database/pages';
import { KeptAnswer } from './kept-answer.entity';

/** Seconds. */
const KEPT = 86_400;
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
  deleteOld(stopping?: AbortSignal): Promise<number> {
    const old = `created_at < ${this.database.dialect.nowPlus} ORDER BY created_at`;
    return deleteOld(this.database, 'kept_answer', old, [-KEPT], stopping, 'hash');
  }
}
