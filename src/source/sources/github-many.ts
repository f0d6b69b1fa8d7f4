import { hash } from 'node:crypto';
import { type Fields, fieldsOf, isFields, objectsOf, textOf } from '../../common/fetch/read';
import { SourceError } from '../../common/fetch/source-error';
import type { SourceWeb } from '../../common/fetch/source-web';

/** Lists of a repository in one request: GitHub counts one or two points for them, of 5,000 an hour. */
const MOST = 100;
/** A server that cannot answer for so few is asked by REST. */
const FEWEST = 10;
/** By how much a batch grows again after an answer. */
const GROWTH = 10;
/** Milliseconds: GitHub itself ends a query after ten seconds. */
const TIMEOUT_MS = 20_000;

const PAGE = 'pageInfo{hasNextPage endCursor}';
const LISTS = {
  releases: {
    field: 'releases',
    order: '{field:CREATED_AT,direction:DESC}',
    entry: 'tagName publishedAt createdAt updatedAt isPrerelease isDraft url',
  },
  tags: { field: 'refs', order: '{field:TAG_COMMIT_DATE,direction:DESC}', entry: 'name' },
};

type What = keyof typeof LISTS;

/** What REST lists of a repository, in its words and without release notes. */
export interface Lists {
  what: What;
  entries: Fields[];
  /** There are more than were read. */
  isCut: boolean;
  /** The same for the same lists. */
  print: string;
}

/** Null: to be asked by REST. */
export type Listed = Lists | SourceError | null;

/** A list that is being read. */
interface Reading extends Pick<Lists, 'what' | 'entries'> {
  at: number;
  repository: string;
  cursor: string | null;
  pages: number;
}

interface Limits {
  perPage: number;
  pages: number;
}

/**
 * Reads the releases, or the tags, of many repositories by GraphQL (https://docs.github.com/en/graphql). What is too heavy is asked in
 * smaller batches; a batch that GitHub ends grows slowly again.
 */
export class GithubMany {
  private size = MOST;

  /** @param repositories validated: owner and name */
  async read(url: string, headers: Record<string, string>, repositories: string[], limits: Limits, web: SourceWeb) {
    const found = new Array<Listed>(repositories.length).fill(null);
    const start = (repository: string, at: number): Reading => ({ at, repository, ...NOTHING('releases') });
    let left = repositories.map(start);
    while (left.length > 0 && this.size >= FEWEST) {
      const batch = left.slice(0, this.size);
      const answer = await this.ask(url, headers, batch, limits.perPage, web);
      if (answer === 'refused') break;
      if (answer === 'too heavy') {
        this.size = Math.floor(batch.length / 2);
        continue;
      }
      this.size = Math.min(MOST, this.size + GROWTH);
      const more = batch.flatMap((reading, place) => {
        const next = take(reading, answer, `r${place}`, limits.pages);
        if (isReading(next)) return [next];
        found[reading.at] = next;
        return [];
      });
      left = [...left.slice(batch.length), ...more];
      if (web.pause !== null) break;
    }
    // The next call begins with few.
    this.size = Math.max(FEWEST, this.size);
    return found;
  }

  private async ask(url: string, headers: Record<string, string>, batch: Reading[], perPage: number, web: SourceWeb) {
    const lists = batch.map((reading, place) => queryOf(reading, `r${place}`, perPage)).join('');
    const body = JSON.stringify({ query: `{rateLimit{cost remaining resetAt}${lists}}` });
    try {
      const request = { method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' }, body };
      const answer = fieldsOf(await web.json(url, { ...request, timeoutMs: TIMEOUT_MS }));
      const errors = answer.errors === undefined ? [] : objectsOf(answer.errors);
      if (isFields(answer.data) && !errors.some(isHeavy)) return { data: answer.data, errors };
      return errors.some(isLimit) ? 'refused' : 'too heavy';
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return isTooMuch(error) ? 'too heavy' : 'refused';
    }
  }
}

const NOTHING = (what: What) => ({ what, entries: [], cursor: null, pages: 0 });
const isReading = (next: Reading | Listed): next is Reading => next !== null && 'cursor' in next;

const isTooMuch = ({ code, retryAfter }: SourceError) =>
  retryAfter === null && (code === 'timeout' || code === 'size' || (typeof code === 'number' && code >= 500));
const isHeavy = ({ type }: Fields) => type === 'RESOURCE_LIMITS_EXCEEDED' || type === 'MAX_NODE_LIMIT_EXCEEDED';
/** GitHub documents neither of the two words, and has sent both. */
const isLimit = ({ type }: Fields) => type === 'RATE_LIMITED' || type === 'RATE_LIMIT';

function queryOf({ repository, what, cursor }: Reading, alias: string, perPage: number): string {
  const [owner, name] = repository.split('/').map((part) => JSON.stringify(part));
  const { field, order, entry } = LISTS[what];
  const prefix = what === 'tags' ? 'refPrefix:"refs/tags/",' : '';
  const after = cursor === null ? '' : `,after:${JSON.stringify(cursor)}`;
  const list = `${field}(${prefix}first:${perPage}${after},orderBy:${order}){${PAGE}nodes{${entry}}}`;
  return `${alias}:repository(owner:${owner},name:${name}){l:${list}}`;
}

/** What follows from the answer for one list: the rest of it, the other list, or what was found. */
function take(
  reading: Reading,
  { data, errors }: { data: Fields; errors: Fields[] },
  alias: string,
  maxPages: number,
): Reading | Listed {
  const own = errors.filter(({ path }) => Array.isArray(path) && path[0] === alias);
  const repository = data[alias];
  if (own.length > 0 || !isFields(repository)) return own.some(isMissing) ? NOT_FOUND() : null;
  // A repository without a commit has no tags.
  const { nodes = [], pageInfo = {} } = isFields(repository.l) ? repository.l : {};
  if (!Array.isArray(nodes) || !isFields(pageInfo)) return null;
  const entries = [...reading.entries, ...nodes.filter(isFields)];
  const { hasNextPage, endCursor } = pageInfo;
  const pages = reading.pages + 1;
  if (hasNextPage === true && pages < maxPages) return { ...reading, entries, pages, cursor: textOf(endCursor) };
  if (entries.length === 0 && reading.what === 'releases') return { ...reading, ...NOTHING('tags') };
  const print = hash('sha256', JSON.stringify([reading.what, hasNextPage, entries]), 'base64url');
  const asOfRest = reading.what === 'releases' ? entries.map(releaseOfRest) : entries;
  return { what: reading.what, entries: asOfRest, isCut: hasNextPage === true, print };
}

/** A repository that is private to others is not found either; one that was renamed is. */
const isMissing = ({ type, path }: Fields) => type === 'NOT_FOUND' && (path as unknown[]).length === 1;
const NOT_FOUND = () => new SourceError('The source was not found (404)', null, 404);

const releaseOfRest = ({ tagName, publishedAt, createdAt, isPrerelease, isDraft, url }: Fields): Fields => ({
  ...{ tag_name: tagName, published_at: publishedAt, created_at: createdAt },
  ...{ prerelease: isPrerelease, draft: isDraft, html_url: url },
});
