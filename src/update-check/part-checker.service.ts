import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database';
import { isContention, isUnavailable } from '../database/errors';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import type { ClaimedMark } from '../version/versions/update-mark.repository';
import { add, PageEvaluator, SLICE_MS } from './page-evaluator';
import type { Pass } from './pass';
import { type ClaimedPart, UpdatePartRepository } from './update-part.repository';

/** Favorites of a part: of one that has many of them, and of one with too few for all lanes. */
const PART = 5_000;
const SMALL_PART = 1_000;

/**
 * Checks products with many favorites in parts, a page of a part in one transaction, together with other replicas. Neighbouring pages would wait for
 * each other's locks, so the parts lie far apart.
 */
@Injectable()
export class PartChecker {
  private readonly logger = new Logger(PartChecker.name);

  constructor(
    private readonly database: Database,
    private readonly favorites: EvaluationRepository,
    private readonly parts: UpdatePartRepository,
    private readonly evaluator: PageEvaluator,
  ) {}

  async divide(mark: ClaimedMark, pass: Pass): Promise<void> {
    const { softwareId } = mark;
    await this.tried(softwareId, pass, async () => {
      const ends = await this.favorites.partEnds(softwareId, PART);
      const isLarge = ends.length >= pass.lanes.length;
      await this.parts.divide(mark, isLarge ? ends : await this.favorites.partEnds(softwareId, SMALL_PART));
      return null;
    });
  }

  /** Goes on with parts of the products of the pass, for a slice. @returns whether there may be more */
  async check(pass: Pass): Promise<boolean> {
    const end = performance.now() + SLICE_MS;
    const lanes = await Promise.allSettled(pass.lanes.map((_, lane) => this.runLane(pass, lane, end)));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
    return pass.divided.length > 0 || pass.lanes.some((part) => part !== null);
  }

  /** Gives the parts of the pass back. */
  async release({ lanes }: Pass): Promise<void> {
    await this.parts.release(lanes.filter((part) => part !== null));
  }

  private async runLane(pass: Pass, lane: number, end: number): Promise<void> {
    while (performance.now() < end) {
      const part = (pass.lanes[lane] ??= await this.next(pass));
      if (!part) return;
      pass.lanes[lane] = await this.tried(part.softwareId, pass, () => this.checkPage(part, pass));
    }
  }

  /** A part of each product in turn. */
  private async next(pass: Pass): Promise<ClaimedPart | null> {
    for (;;) {
      const softwareId = pass.divided.shift();
      if (softwareId === undefined) return null;
      pass.divided.push(softwareId);
      const part = await this.parts.claim(softwareId);
      if (part) return part;
      pass.divided = pass.divided.filter((other) => other !== softwareId);
    }
  }

  /** What fails does not stop others: it is tried again when its claim ends. @returns null when it failed */
  private async tried<T>(software: string, pass: Pass, work: () => Promise<T | null>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error) && !isContention(error)) throw error;
      this.logger.error({ msg: 'software could not be checked', software, err: error });
      pass.failures.push({ error });
      return null;
    }
  }

  /** @returns what is left of the part; null when it is done, or another process has claimed it */
  private async checkPage(part: ClaimedPart, pass: Pass): Promise<ClaimedPart | null> {
    const { softwareId, lastId: after, endId: upTo } = part;
    const start = performance.now();
    const done = await this.database.transaction(async (sql) => {
      // Favorites before marks: whoever writes favorites or versions locks them in the same order.
      const page = await this.favorites.lockNext(sql, softwareId, { after, upTo }, pass.pages.size);
      if (!page) return null;
      const lastId = page.favorites.at(-1)!.id;
      const since = await this.parts.moveOn(sql, part, lastId);
      return since === null ? 'lost' : { lastId, evaluated: await this.evaluator.check(sql, page, since) };
    });
    if (done === 'lost') return null;
    if (done === null) {
      if (await this.parts.finish(part)) pass.summary.software++;
      return null;
    }
    pass.pages.note(performance.now() - start);
    add(pass.summary, done.evaluated);
    return { ...part, lastId: done.lastId };
  }
}
