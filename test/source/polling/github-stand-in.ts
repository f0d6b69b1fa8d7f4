import { createHash } from 'node:crypto';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { type Answer, httpReceiver, type ReceivedRequest } from '../../notification/providers/peers';

export interface StandInRelease {
  tag: string;
  at: string;
  prerelease?: boolean;
  draft?: boolean;
  notes?: string;
}

export interface StandInRepository {
  /** The newest first. */
  releases: StandInRelease[];
  tags: string[];
  /** Only its owner may read it. */
  forbidden?: boolean;
}

interface Budget {
  /** Requests of REST and points of GraphQL in this hour. */
  rest: number;
  points: number;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const FIELDS = {
  releases: 'tagName publishedAt createdAt updatedAt isPrerelease isDraft url',
  refs: 'name',
};
const LIST =
  /(r\d+):repository\(owner:("[^"]*"),name:("[^"]*")\)\{l:(releases|refs)\((refPrefix:"refs\/tags\/",)?first:(\d+)(?:,after:("[^"]*"))?,orderBy:\{field:(\w+),direction:DESC\}\)\{pageInfo\{hasNextPage endCursor\}nodes\{([^{}]*)\}\}\}/y;

/** Answers as GitHub does: REST with validators and pages, GraphQL with its cost, limits of each token, renamed and vanished repositories. */
export class GithubStandIn {
  readonly repositories = new Map<string, StandInRepository>();
  /** Former names. */
  readonly renamed = new Map<string, string>();
  readonly budgets = new Map<string, Budget>();
  /** What came: `graphql` with the number of lists, or the path. */
  readonly asked: string[] = [];
  /** Authorization headers that came. */
  readonly used: string[] = [];
  /** Requests of each budget that came after it was spent. */
  refused = 0;
  /** Lists from which a query takes more than ten seconds. */
  tooHeavyFrom = Infinity;
  /** Answers before anything else, once each. */
  readonly first: Answer[] = [];
  url = '';

  /** @param perHour requests that are allowed without a token */
  constructor(perHour = 60) {
    this.budgets.set('', { rest: perHour, points: 0 });
  }

  async open(): Promise<this> {
    const receiver = await httpReceiver();
    receiver.respond = (_number, request) => this.serve(request);
    this.url = receiver.url;
    return this;
  }

  /** What the service sends to GitHub comes here, until the mock is restored. */
  standIn(): jest.SpyInstance {
    const { url } = this;
    const original = OutgoingHttp.prototype.request;
    return jest.spyOn(OutgoingHttp.prototype, 'request').mockImplementation(function (this: OutgoingHttp, request) {
      return original.call(this, { ...request, url: request.url.replace('https://api.github.com', url) });
    });
  }

  /** A token with so many requests, and points, an hour. */
  allow(token: string, perHour = 5_000): void {
    this.budgets.set(`Bearer ${token}`, { rest: perHour, points: perHour });
  }

  get queries(): number {
    return this.asked.filter((what) => what.startsWith('graphql')).length;
  }

  serve(request: ReceivedRequest): Answer {
    const { authorization = '' } = request.headers;
    this.used.push(authorization);
    const isGraph = request.path === '/graphql';
    this.asked.push(isGraph ? `graphql ${request.body.split('repository(').length - 1}` : request.path);
    const first = this.first.shift();
    if (first) return first;
    const budget = this.budgets.get(authorization);
    if (!budget) return [401, JSON_TYPE, '{"message":"Bad credentials"}'];
    return isGraph ? this.graph(request, budget) : this.rest(request, budget);
  }

  private limits(left: number): Record<string, string> {
    const reset = String(Math.floor(Date.now() / 1_000) + 1_800);
    return { ...JSON_TYPE, 'x-ratelimit-remaining': String(Math.max(0, left)), 'x-ratelimit-reset': reset };
  }

  private rest({ path, headers }: ReceivedRequest, budget: Budget): Answer {
    const { pathname, searchParams } = new URL(path, this.url);
    const [, owner, name, what] = /^\/repos\/([^/]+)\/([^/]+)\/(releases|tags)$/.exec(pathname) ?? [];
    if (budget.rest <= 0) {
      this.refused++;
      return [403, this.limits(0), '{"message":"API rate limit exceeded"}'];
    }
    const to = this.renamed.get(`${owner}/${name}`);
    if (to)
      return [301, { ...this.limits(--budget.rest), location: `${this.url}/repos/${to}/${what}?${searchParams}` }];
    const repository = this.repositories.get(`${owner}/${name}`);
    if (!repository) return [404, this.limits(--budget.rest), '{"message":"Not Found"}'];
    if (repository.forbidden) return [403, this.limits(--budget.rest), '{"message":"Forbidden"}'];
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page'))];
    const all = what === 'releases' ? repository.releases : repository.tags;
    const entries = all.slice((page - 1) * size, page * size);
    const body = JSON.stringify(entries.map((entry) => asOfRest(`${owner}/${name}`, entry)));
    const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
    // With a token, what has not changed does not count.
    if (headers['if-none-match'] === etag) return [304, this.limits(budget.rest)];
    const next = `<${this.url}${pathname}?per_page=${size}&page=${page + 1}>; rel="next"`;
    const link: Record<string, string> = all.length > page * size ? { link: next } : {};
    return [200, { ...this.limits(--budget.rest), etag, ...link }, body];
  }

  private graph({ body, headers }: ReceivedRequest, budget: Budget): Answer {
    if (!headers.authorization) return [403, this.limits(0), '{"message":"API rate limit exceeded"}'];
    const lists = listsOf((JSON.parse(body) as { query: string }).query);
    if (lists.length >= this.tooHeavyFrom) return [502, JSON_TYPE, '{"message":"We couldn\'t respond in time"}'];
    const cost = Math.max(1, Math.round(lists.length / 100));
    if (budget.points < cost) {
      this.refused++;
      return [200, this.limits(0), '{"errors":[{"type":"RATE_LIMIT","message":"API rate limit already exceeded"}]}'];
    }
    budget.points -= cost;
    const errors: object[] = [];
    const answers = lists.map((list) => {
      const name = this.renamed.get(list.name) ?? list.name;
      const repository = this.repositories.get(name);
      const type = !repository ? 'NOT_FOUND' : repository.forbidden ? 'FORBIDDEN' : null;
      if (type) errors.push({ type, path: [list.alias], message: `No ${name}` });
      return [list.alias, type ? null : { l: pageOf(name, repository!, list) }] as const;
    });
    const rateLimit = { cost, remaining: budget.points, resetAt: '2026-11-29T13:00:00Z' };
    const data = { rateLimit, ...Object.fromEntries(answers) };
    return [200, this.limits(budget.points), JSON.stringify(errors.length > 0 ? { data, errors } : { data })];
  }
}

interface List {
  alias: string;
  name: string;
  what: 'releases' | 'refs';
  first: number;
  after: number;
}

/** The query is the one that the service is meant to send, to its last character. */
function listsOf(query: string): List[] {
  const start = '{rateLimit{cost remaining resetAt}';
  if (!query.startsWith(start)) throw new Error(`not a query: ${query}`);
  const lists: List[] = [];
  LIST.lastIndex = start.length;
  for (let match = LIST.exec(query); match; match = LIST.exec(query)) {
    const [alias, owner, name, what, prefix, first, after, field, fields] = match.slice(1) as string[];
    const of = what as List['what'];
    if (fields !== FIELDS[of] || Number(first) > 100 || (prefix !== undefined) !== (of === 'refs'))
      throw new Error(query);
    if (field !== (of === 'refs' ? 'TAG_COMMIT_DATE' : 'CREATED_AT')) throw new Error(query);
    const at = after === undefined ? 0 : Number(JSON.parse(after) as string);
    const full = `${JSON.parse(owner!) as string}/${JSON.parse(name!) as string}`;
    lists.push({ alias: alias!, name: full, what: of, first: Number(first), after: at });
    if (query.slice(LIST.lastIndex) === '}') return lists;
  }
  throw new Error(`not a query: ${query}`);
}

function pageOf(name: string, { releases, tags }: StandInRepository, { what, first, after }: List) {
  const all = what === 'releases' ? releases : tags;
  const end = Math.min(all.length, after + first);
  const pageInfo = { hasNextPage: end < all.length, endCursor: end > after ? String(end) : null };
  return { pageInfo, nodes: all.slice(after, end).map((entry) => asOfGraph(name, entry)) };
}

const linkTo = (name: string, tag: string) => `https://github.com/${name}/releases/tag/${tag}`;

function asOfRest(name: string, entry: StandInRelease | string): object {
  if (typeof entry === 'string') return { name: entry, commit: { sha: 'a'.repeat(40) } };
  const { tag, at, prerelease = false, draft = false, notes = '' } = entry;
  const dates = { created_at: at, published_at: draft ? null : at };
  return { tag_name: tag, name: tag, ...dates, prerelease, draft, html_url: linkTo(name, tag), body: notes };
}

function asOfGraph(name: string, entry: StandInRelease | string): object {
  if (typeof entry === 'string') return { name: entry };
  const { tag, at, prerelease = false, draft = false, notes = '' } = entry;
  // It rises with each change of the text, which is not asked for.
  const updatedAt = `${at.slice(0, 17)}${String(notes.length % 60).padStart(2, '0')}Z`;
  const dates = { publishedAt: draft ? null : at, createdAt: at, updatedAt };
  return { tagName: tag, ...dates, isPrerelease: prerelease, isDraft: draft, url: linkTo(name, tag) };
}

/** Releases whose newest is `<major>.<count - 1>`. */
export function releasesOf(count: number, prefix = 'v1.'): StandInRelease[] {
  return Array.from({ length: count }, (_, index) => ({
    tag: `${prefix}${count - 1 - index}`,
    at: new Date(Date.UTC(2026, 9, 1) - index * 86_400_000).toISOString().replace('.000', ''),
    notes: `Fixes ${index}.`,
  }));
}
