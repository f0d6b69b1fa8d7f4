import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import type { Channel } from '../../src/notification/providers/channel';
import { closeAll, closers, config } from '../channels/peers';
import type { Stage } from '../channels/stage';
import { CHECKS } from './channel-checks';
import {
  EmptyKeyChannel,
  MentioningChannel,
  OneKeyChannel,
  PigeonChannel,
  pigeonStage,
  UnescapedChannel,
  UnmarkedSecretChannel,
} from './pigeon';

const SECRET = 'marks every setting that is a secret by its name, its words or its use';
const KEY = 'has a key of its own for each message, of whatever kind';
const MARKUP = 'shows names and versions as they are, and obeys no markup or mention in them';

beforeEach(() => {
  // A stage says why it refuses, which here it is made to do.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

/** The checks that a channel does not pass. */
async function failedBy(make: (http: OutgoingHttp) => Channel, stageOf: () => Promise<Stage> = pigeonStage) {
  const failed: string[] = [];
  for (const [what, check] of Object.entries(CHECKS)) {
    const stage = await stageOf();
    const http = new OutgoingHttp(config());
    closers.push(() => http.onModuleDestroy());
    try {
      await check(make(http), stage);
    } catch {
      failed.push(what);
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
});
