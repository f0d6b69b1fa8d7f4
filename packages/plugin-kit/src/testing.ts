import './index';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import type { LoadedPlugin } from '../../../src/common/plugin/plugins';
import type { Outcome, Channel } from '../../../src/notification/providers/channel';
import { type Manifest, readManifest } from '../../../src/app/plugin/manifest';
import { openPlugin } from '../../../src/app/plugin/open-plugin';
import type { Release, Source } from '../../../src/source/sources/source';
import { CHECKS } from '../../../test/contract/channel-checks';
import { sceneAt } from '../../../test/contract/scene-at';
import { SOURCE_CHECKS } from '../../../test/contract/source-checks';
import {
  type Answer,
  closeAll,
  closers,
  httpReceiver,
  type ReceivedRequest,
} from '../../../test/notification/providers/http-receiver';
import { config } from '../../../test/notification/providers/peers';
import * as ofChannels from '../../../test/notification/providers/stage';
import * as ofSources from '../../../test/source/sources/stage';

export { type Answer, httpReceiver, type ReceivedRequest };

/** What a provider makes of markup; `none`: the page of the provider that says that it shows texts as they are. */
export type Markup = 'html' | 'markdown' | { none: string };

/** Every text in a value, at any depth. */
export const stringsIn: (value: unknown) => string[] = ofChannels.stringsIn;

export interface Pages {
  /** The two halves of an answer, each as the provider would write it; null = it is not the list (a token, say). */
  halves: (body: string) => [string, string] | null;
  /** Writes where the next page is into a page; if it is not given, a `Link` header says it. */
  withNext?: (page: string, next: string) => string;
}

/** Of a list in JSON, or of one that is a member of an object. */
export const halvesOf: (member?: string) => Pages['halves'] = ofSources.halvesOf;

/** A stand-in for the provider of a channel, as the contract tests look at it. */
export interface ChannelStage {
  settings: Record<string, string | string[]>;
  /** Of the variables that the plug-in declares. */
  environment?: Record<string, string>;
  /** What arrived: the key by which the receiver knows a repeated message, every text as a reader sees it, and, where that is something else, the texts as they were sent. */
  received: () => { key: string; texts: string[]; sent?: string[] }[];
  /** What the provider makes of markup. Left out: nobody knows, so nothing that does something anywhere may be in the texts. */
  markup?: Markup;
  /** Programs read what arrives, so it may have addresses of the API. */
  forPrograms?: true;
  /** false: the provider takes no key of ours as it is. */
  keyed?: boolean;
  /** Makes the receiver refuse. */
  refuse: ((how: 'now' | 'for good') => void) | null;
  /** What the provider answers in trouble, and what is to come of it. */
  answers?: [name: string, answer: Answer, outcome: Partial<Outcome>][];
  /** Makes the receiver answer so. */
  answer?: (answer: Answer) => void;
}

/** A stand-in for the provider of a source. */
export interface SourceStage {
  /** Settings that lead to a receiver at this base address (no slash at its end). Every secret has the word `canary` in it. */
  settings: (base: string) => Record<string, unknown>;
  /** Of the variables that the plug-in declares. */
  environment?: Record<string, string>;
  /** Answers as the provider does, and refuses what it would refuse. */
  serve: (request: ReceivedRequest, base: string) => Answer;
  expected: { count: number; releases: Release[] };
  /** Absolute paths of files with further real answers. */
  payloads?: string[];
  /** How the provider splits a list into pages that the source has to read; null = it does not. */
  pages: Pages | null;
  /** false: it asks by a way that knows no conditional requests. */
  conditional?: boolean;
}

/** What the file that `"tracker"."stages"` of package.json names exports, by the types of the plug-in. */
export interface Stages {
  channels?: Record<string, () => Promise<ChannelStage>>;
  sources?: Record<string, SourceStage>;
}

export interface ContractTest {
  /** Such as `channel zulip: delivers`. */
  name: string;
  /** @throws Error when it is not so; several must not run at a time */
  run: () => Promise<void>;
}

/** What a plug-in brings: its types. */
export interface Brought {
  name: string;
  version: string;
  channels: string[];
  sources: string[];
}

/**
 * The contract tests of a plug-in: those that the channels and sources of the service itself have to pass. They connect to 127.0.0.1 only.
 * @param folder of the package, which is compiled
 * @param look gets what the plug-in brings, before anything is asked of its stages
 * @throws Error when the plug-in cannot be loaded, or a type of it has no stage
 */
export async function contractTests(
  folder: string,
  look: (brought: Brought) => Promise<void> = () => Promise.resolve(),
): Promise<ContractTest[]> {
  const manifest = readManifest(folder, resolve(folder));
  const brought = await open(manifest, {}, async ({ name, version, channels, sources }) => ({
    name,
    version,
    channels: channels.map(({ type }) => type),
    sources: sources.map(({ type }) => type),
  }));
  await look(brought);
  const { channels, sources } = brought;
  const stages = await stagesOf(manifest);
  return [
    ...channels.flatMap((type) => testsOfChannel(manifest, type, staged(stages.channels, 'channel', type))),
    ...sources.flatMap((type) => testsOfSource(manifest, type, staged(stages.sources, 'source', type))),
  ];
}

async function stagesOf({ stages, folder, name }: Manifest): Promise<Stages> {
  const file = stages === null ? null : join(folder, stages);
  if (file === null || !existsSync(file))
    throw new Error(`${name} has no stages: name the file in "tracker"."stages" of package.json, and compile it`);
  const exported = (await import(pathToFileURL(file).href)) as Stages & { default?: Stages };
  return exported.channels || exported.sources ? exported : (exported.default ?? {});
}

function staged<T>(stages: Record<string, T> | undefined, kind: string, type: string): T {
  const stage = stages?.[type];
  if (!stage) throw new Error(`The ${kind} ${type} has no stage`);
  return stage;
}

const testsOfChannel = (manifest: Manifest, type: string, makeStage: () => Promise<ChannelStage>): ContractTest[] =>
  Object.entries(CHECKS).map(([what, check]) => ({
    name: `channel ${type}: ${what}`,
    run: async () => {
      try {
        const { environment = {}, ...stage } = await makeStage();
        await open(manifest, environment, async ({ channels }) =>
          check(channels.find((one) => one.type === type) as Channel, stage),
        );
      } finally {
        await closeAll();
      }
    },
  }));

const testsOfSource = (manifest: Manifest, type: string, stage: SourceStage): ContractTest[] =>
  Object.entries(SOURCE_CHECKS).map(([what, check]) => ({
    name: `source ${type}: ${what}`,
    run: async () => {
      try {
        await open(manifest, stage.environment ?? {}, async ({ sources }, http) => {
          const source = sources.find((one) => one.type === type) as Source;
          const receiver = await httpReceiver();
          const { environment, ...own } = stage;
          await check(sceneAt(receiver, source, own, http));
        });
      } finally {
        await closeAll();
      }
    },
  }));

/** The plug-in as the service opens it, with a way out that leads to loopback too. */
async function open<T>(
  manifest: Manifest,
  environment: Record<string, string>,
  work: (plugin: LoadedPlugin, http: OutgoingHttp) => Promise<T>,
): Promise<T> {
  const http = new OutgoingHttp(config());
  closers.push(() => http.onModuleDestroy());
  const values = new Map(manifest.environment.map((name) => [name, environment[name] ?? null]));
  const plugin = await openPlugin(manifest, { http, environment: values, logger: false });
  try {
    return await work(plugin, http);
  } finally {
    await plugin.close();
  }
}
