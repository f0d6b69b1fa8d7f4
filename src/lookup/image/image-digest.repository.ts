import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import { Database } from '../../database/database';
import { placeholders } from '../../database/rows';

/** What is known of the digest of an image. */
export interface DigestRow {
  image: string;
  digest: string;
  tag: string | null;
  tried: number | null;
  /** Seconds since its registry was asked last. */
  age: number | string;
}

/** Seconds after which a digest without a tag is forgotten. */
const KEPT = 180 * 86_400;

/** All statements on `image_digest`. */
@Injectable()
export class ImageDigestRepository {
  constructor(private readonly database: Database) {}

  /** Index: image_digest_once. @param images as in the table */
  find(images: string[]): Promise<DigestRow[]> {
    const { secondsBetween, now } = this.database.dialect;
    return this.database.query(
      `SELECT image, digest, tag, tried, ${secondsBetween('asked_at', now)} AS age FROM image_digest WHERE image IN (${placeholders(images.length)})`,
      images,
    );
  }

  /** Two processes may ask at once: the later answer counts, but what was found stays. */
  async note({ image, digest, tag, tried }: Omit<DigestRow, 'age'>): Promise<void> {
    const { now, onDuplicate, given } = this.database.dialect;
    await this.database.execute(
      `INSERT INTO image_digest (id, image, digest, tag, tried, asked_at) VALUES (?, ?, ?, ?, ?, ${now})
       ${onDuplicate(['image', 'digest'], {
         tag: `COALESCE(${given('tag')}, image_digest.tag)`,
         tried: given('tried'),
         asked_at: given('asked_at'),
       })}`,
      [newId(), image, digest, tag, tried],
    );
  }

  /** What was found stays: it is true for ever, and may not be found again. Index: image_digest_asked. */
  async removeOld(): Promise<number> {
    const { nowPlus } = this.database.dialect;
    return this.database.execute(`DELETE FROM image_digest WHERE asked_at < ${nowPlus} AND tag IS NULL`, [-KEPT]);
  }
}
