import type { INestApplicationContext } from '@nestjs/common';
import type { ListRequest } from '../../src/api/list/list-request';
import type { ListSpec } from '../../src/api/list/list-spec';
import type * as FavoriteLists from '../../src/favorite/store/favorite.list';
import type * as Favorites from '../../src/favorite/favorite-reader';
import type * as ChannelLists from '../../src/notification/channel-state/channel.list';
import type * as Channels from '../../src/notification/channel/channel.service';
import type * as NotificationLists from '../../src/notification/notification.list';
import type * as Notifications from '../../src/notification/notification.service';
import type * as PublisherLists from '../../src/publisher/publisher.list';
import type * as Publishers from '../../src/publisher/publisher.service';
import type * as SoftwareLists from '../../src/software/software.list';
import type * as Softwares from '../../src/software/software.service';
import type * as TokenLists from '../../src/access/auth/token.list';
import type * as Tokens from '../../src/access/auth/token.service';
import type * as VersionLists from '../../src/version/versions/version.list';
import type * as Versions from '../../src/version/versions/version.service';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { caller, linksOf, planOf, requestOf, type Statement, statementsOf, type Step } from '../lib/plans';
import { idOf } from '../seed/facts';
import type { Measure, Result } from './measure';

const { favoriteList } = built<typeof FavoriteLists>('favorite/store/favorite.list');
const { FavoriteReader } = built<typeof Favorites>('favorite/favorite-reader');
const { channelList } = built<typeof ChannelLists>('notification/channel-state/channel.list');
const { ChannelService } = built<typeof Channels>('notification/channel/channel.service');
const { notificationList } = built<typeof NotificationLists>('notification/notification.list');
const { NotificationService } = built<typeof Notifications>('notification/notification.service');
const { publisherList } = built<typeof PublisherLists>('publisher/publisher.list');
const { PublisherService } = built<typeof Publishers>('publisher/publisher.service');
const { softwareList, publisherSoftwareList } = built<typeof SoftwareLists>('software/software.list');
const { SoftwareService } = built<typeof Softwares>('software/software.service');
const { tokenList } = built<typeof TokenLists>('access/auth/token.list');
const { TokenService } = built<typeof Tokens>('access/auth/token.service');
const { versionList } = built<typeof VersionLists>('version/versions/version.list');
const { VersionService } = built<typeof Versions>('version/versions/version.service');

interface List {
  name: string;
  spec: ListSpec;
  run(app: INestApplicationContext, request: ListRequest): Promise<unknown>;
}

const ada = caller(0);

const LISTS: List[] = [
  {
    name: 'favorites',
    spec: favoriteList,
    run: (app, request) => app.get(FavoriteReader).list(ada, request, linksOf(app)),
  },
  {
    name: 'software',
    spec: softwareList,
    run: (app, request) => app.get(SoftwareService).list(ada, request, linksOf(app)),
  },
  {
    name: "a publisher's software",
    spec: publisherSoftwareList,
    run: (app, request) => app.get(SoftwareService).listOfPublisher(ada, idOf('publisher', 0), request, linksOf(app)),
  },
  {
    name: 'versions of software',
    spec: versionList,
    run: (app, request) => app.get(VersionService).listOfSoftware(ada, idOf('software', 0), request),
  },
  {
    name: 'publishers',
    spec: publisherList,
    run: (app, request) => app.get(PublisherService).list(request, linksOf(app)),
  },
  {
    name: 'notifications',
    spec: notificationList,
    run: (app, request) => app.get(NotificationService).list(ada, request, linksOf(app)),
  },
  { name: 'channels', spec: channelList, run: (app, request) => app.get(ChannelService).list(ada, request) },
  { name: 'tokens', spec: tokenList, run: (app, request) => app.get(TokenService).list(ada, request) },
];

/** How the server reads every list: in each of its orders, with all that it can include, and with filters on names. */
export const plans: Measure = {
  name: 'plans',
  title: 'Plans of the lists',
  async run({ settings }) {
    const app = await startApplication(settings.databaseUrl);
    try {
      const results: Result[] = [];
      for (const list of LISTS) for (const query of queriesOf(list.spec)) results.push(await planned(app, list, query));
      return results;
    } finally {
      await app.close();
    }
  },
};

/** The default order comes first. */
function queriesOf({ sorts, defaultSort, includes = [], filters }: ListSpec): string[] {
  const everything = [...includes, 'per_page=50'].join('&');
  const others = Object.keys(sorts).filter((sort) => sort !== defaultSort.replace(/^-/, '') && !sorts[sort]!.ofSearch);
  const likes = Object.keys(filters).filter((field) => filters[field]!.kind === 'name');
  return [
    everything,
    ...others.flatMap((sort) => [`sort=${sort}&${everything}`]),
    ...likes.map((field) => `${field}[like]=server&per_page=50`),
  ];
}

async function planned(app: INestApplicationContext, { name, spec, run }: List, query: string): Promise<Result> {
  const work = () => run(app, requestOf(spec, query));
  const statements = await statementsOf(app, work);
  const counts = statements.filter(({ text }) => /\bCOUNT\(/i.test(text));
  const steps = await planOf(app, statements.find(({ text }) => text.includes('cursor_value')) as Statement);
  const byDefault = !/sort=|like/.test(query);
  const wrong = steps.filter((step) => step.index === null && !step.table.startsWith('<'));
  return {
    what: `${name}: \`${query.replace('&per_page=50', '')}\``,
    aim: byDefault ? 'by index, not sorted, not counted' : 'by index, not counted',
    measured: steps.map(shown).join('; '),
    holds: wrong.length === 0 && counts.length === 0 && !(byDefault && steps.some(sorts)),
  };
}

const sorts = ({ extra }: Step) => /filesort/.test(extra);

function shown(step: Step): string {
  const index = step.index === null ? '' : ` \`${step.index}\``;
  const how = [
    /Using index(?! condition)/.test(step.extra) ? ', the index alone' : '',
    sorts(step) ? ', **sorted**' : '',
  ];
  return `${step.table.replace(/[<>]/g, '')}${index}${how.join('')}`;
}
