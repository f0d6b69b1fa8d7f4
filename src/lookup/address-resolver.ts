import { Injectable } from '@nestjs/common';
import { isLine, isLonger } from 'small-parts';
import {
  type AddressReading,
  type Candidate,
  forgejo,
  gitlab,
  gitTags,
  image,
  type PageCandidate,
  source,
  type SourceCandidate,
} from 'address-reader';
import { SettingsError, under } from '../common/settings/settings';
import { SourceSettings } from '../source/polling/source-settings';
import { type AskedAnswer, type Asking, SourceAsker } from '../source/preview/source-asker';
import type { Source } from '../source/sources/source';
import { SourceError } from '../common/fetch/source-error';
import { ContentReader } from './content/content-reader';
import { FEED_PATTERNS, hasPlainTitles } from './content/feed-guess';
import type { PageContent } from './content/page-content';

/** A source that has answered, for a product that is not there yet. */
export interface Resolved {
  candidate: SourceCandidate;
  source: Source;
  /** Accepted. */
  settings: object;
  answer: AskedAnswer;
}

/** The address names several things, one of which has to be chosen. */
export interface Choice {
  choices: { title: string; address: string }[];
}

/** Is asked before each request whether the product of a candidate is known. */
export type IsKnown<Known> = (candidate: SourceCandidate) => Promise<Known | null>;

/** The source is there and lists nothing. */
export class EmptySource extends Error {}

const MAX_NAME = 255;
const MAX_CHOICES = 200;
/** Statuses that say something about a page, and that it is there. */
const TELLING = [401, 403, 404, 405];

/** Finds out what an address is, by asking whoever is there. */
@Injectable()
export class AddressResolver {
  constructor(
    private readonly asker: SourceAsker,
    private readonly sources: SourceSettings,
    private readonly contents: ContentReader,
  ) {}

  /**
   * The first of the candidates that answers.
   * @param inUse labels of the form that is wanted
   * @throws SourceError of the likeliest candidate, EmptySource, SettingsError
   */
  async resolve<Known>(
    { candidates }: AddressReading,
    inUse: string[],
    isKnown: IsKnown<Known>,
  ): Promise<Resolved | Choice | { known: Known }> {
    const asking = this.asker.begin();
    const queue: Candidate[] = [...candidates];
    let failure: Error | null = null;
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        if (next.kind === 'page') {
          const found = await this.look(next, asking);
          if ('choices' in found) return found;
          queue.unshift(...found.candidates);
          continue;
        }
        const known = await isKnown(next);
        if (known !== null) return { known };
        const { source, settings } = this.sources.acceptNew(next);
        const answer = await asking.source(source, settings, inUse);
        if (answer.releases.length > 0) return { candidate: next, source, settings, answer };
        failure ??= new EmptySource();
      } catch (error) {
        if (!(error instanceof SourceError || error instanceof SettingsError)) throw error;
        if (error instanceof SourceError) unlessLimited(error);
        failure ??= error;
      }
    }
    throw failure ?? new SourceError('Nothing that a source reads is at this address', null, 'format');
  }

  /** Looks at the page, then at what else may be below it. */
  private async look(page: PageCandidate, asking: Asking): Promise<{ candidates: SourceCandidate[] } | Choice> {
    const found = await this.contentAt(page.url, asking);
    const read = await this.candidatesOf(page, found, asking);
    if ('choices' in read || read.candidates.length > 0) return read;
    for (const further of furtherPlaces(page)) {
      const content = await this.contentAt(further, asking).catch(unlessLimited);
      if (content === null || !['helm', 'registry'].includes(content.kind)) continue;
      return this.candidatesOf(page, content, asking);
    }
    if (page.repository !== null) return { candidates: [gitTags(repositoryUrl(page))] };
    throw new SourceError(reasonFor(found), null, found.kind === 'other' && found.status === 404 ? 404 : 'format');
  }

  private async contentAt(url: string, asking: Asking): Promise<PageContent> {
    const content = await this.contents.read(await asking.page(url, { accept: '*/*', expect: TELLING }), url);
    if (content.kind === 'other' && content.fault !== undefined) throw new SourceError(content.fault, null, 'format');
    return content;
  }

  private async candidatesOf(
    page: PageCandidate,
    content: PageContent,
    asking: Asking,
  ): Promise<{ candidates: SourceCandidate[] } | Choice> {
    const { repository, url } = page;
    const server = new URL(url);
    switch (content.kind) {
      case 'gitlab':
        return { candidates: repository === null ? [] : [gitlab(repository, server)] };
      case 'forgejo':
        return { candidates: repository === null ? [] : [forgejo(firstTwo(repository), server)] };
      case 'git':
        return { candidates: repository === null ? [] : [gitTags(repositoryUrl(page))] };
      case 'registry':
        return { candidates: page.image === null ? [] : [image(page.image, hostOf(server))] };
      case 'feed':
        return { candidates: await this.feed(url, content.title, asking) };
      case 'json':
        return {
          candidates: content.settings === null ? [] : [source('json', { url, ...content.settings }, named(null, url))],
        };
      case 'helm':
        return chartsOf(page, content.charts);
      case 'page':
        for (const feed of content.feeds) {
          const found = await this.feed(feed, content.title, asking).catch(unlessLimited);
          if (found && found.length > 0) return { candidates: found };
        }
        return { candidates: [] };
      case 'other':
        return { candidates: [] };
    }
  }

  /** The settings under which a feed has versions; the last request is answered from what was read. */
  private async feed(url: string, title: string | null, asking: Asking): Promise<SourceCandidate[]> {
    for (const more of [{}, ...FEED_PATTERNS]) {
      const { source: feed, settings } = this.sources.acceptNew({ type: 'feed', settings: { url, ...more } });
      const { releases } = await asking.source(feed, settings, []);
      if (Object.keys(more).length > 0 ? releases.length > 0 : hasPlainTitles(releases))
        return [source('feed', { url, ...more }, named(title, url))];
    }
    return [];
  }
}

/** @throws SourceError when nobody is to be asked any more */
function unlessLimited(error: unknown): null {
  if (error instanceof SourceError && error.retryAfter === null && error.code !== 'timeout') return null;
  throw error;
}

/** A Helm repository has its index below its address, and a registry answers at `/v2/`. */
function furtherPlaces({ url, image: path }: PageCandidate): string[] {
  const { origin, pathname } = new URL(url);
  const index = /\.ya?ml$/i.test(pathname) ? [] : [`${under(origin + pathname)}/index.yaml`];
  return path === null ? index : [...index, `${origin}/v2/`];
}

const repositoryUrl = ({ url, repository }: PageCandidate): URL => new URL(`/${repository!}`, url);

const firstTwo = (path: string) => path.split('/').slice(0, 2).join('/');

/** As `image` takes it: without a scheme if it is https. */
const hostOf = ({ protocol, host, origin }: URL): string => (protocol === 'https:' ? host : origin);

function reasonFor(content: PageContent): string {
  if (content.kind === 'json')
    return 'The JSON document has no list of versions and no version that would be recognized';
  if (content.kind === 'feed') return 'No entry of the feed names a version';
  if (content.kind === 'page') return 'The page names no feed with versions';
  return 'Nothing that a source reads is at this address';
}

function chartsOf(page: PageCandidate, charts: string[]): { candidates: SourceCandidate[] } | Choice {
  const repository = page.url.split(/[?#]/, 1)[0]!.replace(/\/?(?:index\.ya?ml)?$/i, '');
  const chart = page.part ?? (charts.length === 1 ? charts[0]! : null);
  if (chart === null && charts.length > 0)
    return {
      choices: charts.slice(0, MAX_CHOICES).map((one) => ({ title: one, address: `${repository}#${one}` })),
    };
  if (chart === null) return { candidates: [] };
  const publisher = new URL(repository).hostname;
  return { candidates: [source('helm-index', { repository, chart }, { name: chart, publisher, url: null })] };
}

/** What feeds and their pages have in their titles before and behind the name of the product. */
const BEFORE =
  /^(?:release notes (?:from|for)|releases (?:from|of|for)|tags (?:from|of)|recent (?:releases|commits) (?:from|to|of))\s+/i;
const BEHIND = /(?:releases?|release notes|changelog|news|blog|downloads?|rss|atom|feed)$/i;

function productIn(title: string): string {
  const text = title.replace(BEFORE, '');
  const rest = text.replace(BEHIND, '');
  return rest === text
    ? text
    : rest
        .trimEnd()
        .replace(/[-–—|:·]$/, '')
        .trimEnd();
}

function named(title: string | null, url: string): Pick<SourceCandidate, 'name' | 'publisher' | 'url'> {
  const { hostname, pathname, origin } = new URL(url);
  const text = productIn(title ?? '') || fileName(pathname) || hostname;
  return {
    name: isLonger(text, MAX_NAME) || !isLine(text) ? hostname : text,
    publisher: hostname.replace(/^www\./, ''),
    url: `${origin}/`,
  };
}

/** `widget` of `/downloads/widget.json`; empty for names that many have. */
function fileName(path: string): string {
  const name =
    path
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.\w{1,5}$/, '') ?? '';
  return /^(?:releases?|versions?|index|latest|feed|atom|rss|tags|current|update|updates)$/i.test(name) ? '' : name;
}
