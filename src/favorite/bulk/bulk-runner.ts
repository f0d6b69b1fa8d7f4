import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DueWork } from '../../database/due-work';
import { TimedPages } from '../../database/pages';
import { WorkerSchedule } from '../../database/worker-schedule';
import { JournalRepository } from '../journal/journal.repository';
import { BulkRunRepository, type BulkTask, type PageResult } from './bulk-run.repository';
import { BulkUndo } from './bulk-undo';
import { BulkWriter } from './bulk-writer';

/** Favorites that one transaction changes at most. */
const PAGE_AT_MOST = 500;
/** Favorites that one transaction deletes or restores: they may have many notifications. */
const DELETED_PAGE_AT_MOST = 50;

/** Runs bulk operations and undoes them, page by page. What is too long for a request, each worker takes up, also after another one that died. */
@Injectable()
export class BulkRunner extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'bulk operations were not run' };

  constructor(
    private readonly database: Database,
    private readonly writer: BulkWriter,
    private readonly undos: BulkUndo,
    private readonly journal: JournalRepository,
    private readonly runs: BulkRunRepository,
    private readonly work: DueWork,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    if (this.isOn) this.work.watch(this.runs.anyDue(), () => void this.run());
  }

  /** For the background. @throws Problem when the caller may not have so many tags */
  async begin(sql: Sql, task: BulkTask, ids: string[]): Promise<void> {
    if (task.command) await this.writer.tagsOf(sql, task.caller, task.command);
    await this.runs.begin(sql, task, ids);
  }

  pagesOf({ action }: BulkTask): TimedPages {
    return new TimedPages(action === 'delete' ? DELETED_PAGE_AT_MOST : PAGE_AT_MOST);
  }

  /** @returns null when its undo has begun */
  page(task: BulkTask, ids: string[]): Promise<PageResult | null> {
    return this.inTurn(task, (sql) => this.change(sql, task, ids));
  }

  /** In the background. @returns whether there are more */
  nextPage(task: BulkTask, size: number): Promise<boolean | null> {
    return this.inTurn(task, (sql) => this.runs.goOn(sql, task.id, size, (ids) => this.change(sql, task, ids)));
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    for (let task; !signal.aborted && (task = await this.runs.claim());) {
      const pages = this.pagesOf(task);
      const goOn = (size: number) => this.nextPage(task!, size);
      try {
        let hasMore: boolean | null = true;
        while (!signal.aborted && hasMore) hasMore = await pages.run(goOn);
        // Undone by a replica of a former version, which knows no runs.
        if (hasMore === null) await this.runs.forget(task);
      } catch (error) {
        // Another try when its claim expires.
        this.logger.error({ msg: 'a bulk operation was interrupted', bulk: task.id, err: error });
      }
    }
  }

  /** In one transaction that has locked the operation: its pages and those of its undo take turns. @returns null when its undo has begun, or it has gone */
  private inTurn<T>(task: BulkTask, work: (sql: Transaction) => Promise<T>): Promise<T | null> {
    const lock = task.command ? 'lockToRun' : 'lockToUndo';
    return this.database.transaction(async (sql) => ((await this.journal[lock](sql, task.id)) ? work(sql) : null));
  }

  private change(sql: Transaction, task: BulkTask, ids: string[]): Promise<PageResult> {
    const { command } = task;
    return command ? this.writer.changePage(sql, task, command, ids) : this.undos.restorePage(sql, task, ids);
  }
}
