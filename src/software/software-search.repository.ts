import { Injectable } from '@nestjs/common';
import type { CursorColumns } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { ListSpec } from '../api/list/list-spec';
import { type ListStatement, type PageSql, pageSql, type SqlText, totalSql } from '../api/list/list-sql';
import { Database } from '../database/database';
import type { SoftwareRow } from './dto/software.response';
import { readSearch, type Search } from './search/search';
import { hitsSql, SEARCH_LEVELS, type SearchLevel, SearchRepository } from './search/search.repository';
import { softwareList } from './software.list';

/** The sort of a search; its column is that of the hits. */
const RELEVANCE = 'relevance';

const hitList: ListSpec = {
  filters: {},
  sorts: { [RELEVANCE]: softwareList.sorts[RELEVANCE]! },
  defaultSort: RELEVANCE,
  idColumn: 'hit.software_id',
};

/** The list of software with `q`. */
@Injectable()
export class SoftwareSearchRepository {
  constructor(
    private readonly database: Database,
    private readonly searches: SearchRepository,
  ) {}

  /** @param statement of the list without the search; to be called inside of `Database.reading` */
  async page(statement: ListStatement, request: ListRequest): Promise<(SoftwareRow & CursorColumns)[]> {
    const search = readSearch(request.search!);
    const rows = await this.pageOf(statement, request, search);
    if (rows.length > 0 || (!beginsAtTheTop(request) && (await this.searches.isFound(search)))) return rows;
    const corrected = await this.searches.corrected(search);
    return corrected ? this.pageOf(statement, request, corrected) : rows;
  }

  /** Whether no product has this name: then the hits are one typing mistake away, or only mention it in a description. */
  async isSimilar(request: ListRequest): Promise<boolean> {
    return !(await this.searches.isNamed(readSearch(request.search!)));
  }

  async count(request: ListRequest): Promise<number> {
    const search = readSearch(request.search!);
    const total = await this.countOf(request, search);
    if (total > 0 || (request.filters.length > 0 && (await this.searches.isFound(search)))) return total;
    const corrected = await this.searches.corrected(search);
    return corrected ? this.countOf(request, corrected) : 0;
  }

  /** Goes only as far as is necessary to fill the page. */
  private async pageOf(
    statement: ListStatement,
    request: ListRequest,
    search: Search,
  ): Promise<(SoftwareRow & CursorColumns)[]> {
    for (const level of levelsOf(request, search)) {
      const page = this.pageSql(statement, request, hitsSql(this.database.dialect, search, level));
      const rows = await this.database.pageRead<SoftwareRow & CursorColumns>(page);
      if (rows.length > request.perPage || level === SEARCH_LEVELS.at(-1)) return rows;
    }
    throw new Error('no level is the last one');
  }

  private countOf(request: ListRequest, search: Search): Promise<number> {
    const { bytes } = this.database.dialect;
    const from = joined(hitsSql(this.database.dialect, search, 'parts'), 'software s');
    return this.database.count(
      totalSql(request, {
        select: '',
        from: from.text,
        fromParameters: from.parameters,
        bytes,
        where: [],
        whereParameters: [],
      }),
    );
  }

  private pageSql(statement: ListStatement, request: ListRequest, hits: SqlText): PageSql {
    const isRanked = request.sort === RELEVANCE && request.filters.length === 0;
    const shown = isRanked ? bestOf(hits, request) : hits;
    const from = joined(shown, statement.from);
    const page = pageSql(softwareList, isRanked ? { ...request, page: null } : request, {
      ...statement,
      from: from.text,
      fromParameters: [...from.parameters, ...(statement.fromParameters ?? [])],
      rows: undefined,
    });
    return { ...page, oneOfFew: false };
  }
}

/** Where there are no filters, the hits of the page alone, so that only their products are read. */
const bestOf = ({ text, parameters }: SqlText, request: ListRequest): SqlText =>
  pageSql(hitList, request, {
    select: 'hit.software_id, hit.relevance',
    from: `(${text}) hit`,
    fromParameters: parameters,
    where: [],
    whereParameters: [],
  });

/** @param software the table `software s`, and what is joined to it */
const joined = ({ text, parameters }: SqlText, software: string): SqlText => ({
  text: `(${text}) hit JOIN ${software.replace('software s', 'software s ON s.id = hit.software_id')}`,
  parameters,
});

const beginsAtTheTop = ({ filters, cursor, page }: ListRequest) =>
  filters.length === 0 && cursor === null && (page ?? 1) === 1;

/**
 * In the order of relevance each level comes after the one before; in any other, all hits have to be known. For several words the last level
 * costs little more than the one before.
 */
function levelsOf({ sort, descending, cursor }: ListRequest, { words }: Search): readonly SearchLevel[] {
  if (sort !== RELEVANCE || descending || cursor?.backwards) return ['parts'];
  return words.length > 0 ? ['names', 'parts'] : SEARCH_LEVELS;
}
