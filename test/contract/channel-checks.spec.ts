import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import type { Channel } from '../../src/notification/providers/channel';
import { closeAll, closers, config } from '../notification/providers/peers';
import type { Stage } from '../notification/providers/stage';
import { takeLeaks } from '../setup/planted';
import { CHECKS } from './channel-checks';
import {
  EmptyKeyChannel,
  EncodingChannel,
  FetchingChannel,
  FieldParrotChannel,
  HeaderParrotChannel,
  LoggingChannel,
  MentioningChannel,
  OneKeyChannel,
  ParrotChannel,
  PigeonChannel,
  pigeonStage,
  UnescapedChannel,
  UnmarkedSecretChannel,
} from './pigeon';

const SECRET = 'marks every setting that is a secret by its name, its words or its use';
const KEY = 'has a key of its own for each message, of whatever kind';
const CONNECTS = 'connects by OutgoingHttp only';
const REPEATS = "repeats neither a secret nor the provider's answer, in its reason or in the log";
const MARKUP = 'shows names and versions as they are, and obeys no markup or mention in them';

beforeEach(() => {
  // A stage says why it refuses, which here it is made to do.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

type Make = (http: OutgoingHttp) => Channel;

/** The checks that a channel does not pass. */
const failedBy = async (make: Make, stageOf?: () => Promise<Stage>) => [...(await failures(make, stageOf)).keys()];

/** With what its developer reads. */
async function failures(make: Make, stageOf: () => Promise<Stage> = pigeonStage) {
  const failed = new Map<string, string>();
  for (const [what, check] of Object.entries(CHECKS)) {
    const stage = await stageOf();
    const http = new OutgoingHttp(config());
    closers.push(() => http.onModuleDestroy());
    try {
      await check(make(http), stage);
    } catch (error) {
      failed.set(what, (error as Error).message);
    }
    await closeAll();
  }
  return failed;
}

describe('the contract of channels', () => {
  it('is kept by a channel that is right', async () => {
    expect(await failedBy((http) => new PigeonChannel(http))).toEqual([]);
  });

  it('refuses a secret that is not marked, whether its stage names it one or not', async () => {
    expect(await failedBy((http) => new UnmarkedSecretChannel(http))).toEqual([SECRET]);
    expect(
      await failedBy(
        (http) => new UnmarkedSecretChannel(http),
        () => pigeonStage('coo-0123456789'),
      ),
    ).toEqual([SECRET]);
  });

  it('refuses a key that is empty, or the same for all', async () => {
    expect(await failedBy((http) => new EmptyKeyChannel(http))).toEqual([KEY]);
    expect(await failedBy((http) => new OneKeyChannel(http))).toEqual([KEY]);
  });

  it('refuses markup and mentions that are not escaped, also when the stage does not say what its provider reads', async () => {
    const silent = async () => ({ ...(await pigeonStage()), markup: undefined });
    expect(await failedBy((http) => new UnescapedChannel(http))).toEqual([MARKUP]);
    expect(await failedBy((http) => new UnescapedChannel(http), silent)).toEqual([MARKUP]);
    expect(await failedBy((http) => new MentioningChannel(http))).toEqual([MARKUP]);
  });

  it('refuses a connection around the guard of addresses, and names its target', async () => {
    const failed = await failures((http) => new FetchingChannel(http));
    expect(failed.get(CONNECTS)).toMatch(/connections that did not go through OutgoingHttp[^]*127\.0\.0\.1:\d+/);
  });

  it('refuses a secret that is encoded, as basic authentication has it', async () => {
    const failed = await failures((http) => new EncodingChannel(http));
    expect(failed.get(REPEATS)).toMatch(/^After .*, the reason "The loft refused .*" or the log repeats what only/);
    expect(failed.get(REPEATS)).toContain('a secret, encoded');
  });

  it('refuses a secret in the log', async () => {
    const failed = await failures((http) => new LoggingChannel(http));
    expect([...failed.keys()]).toEqual([REPEATS]);
    expect(failed.get(REPEATS)).toMatch(/log[^]*canary-coo/);
    // It is there on purpose.
    takeLeaks();
  });

  it("refuses a reason that repeats the provider's answer: the whole, a field or a header of it", async () => {
    for (const one of [ParrotChannel, FieldParrotChannel, HeaderParrotChannel]) {
      const failed = await failures((http) => new one(http));
      expect([one.name, failed.get(REPEATS)]).toEqual([one.name, expect.stringMatching(/reason[^]*The loft said/)]);
    }
  });
});
