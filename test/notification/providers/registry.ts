import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../../src/common/settings/settings';
import { Config } from '../../../src/config/config';
import { channelProviders } from '../../../src/notification/providers';
import type { Channel } from '../../../src/notification/providers/channel';
import { ChannelRegistry } from '../../../src/notification/providers/channel-registry';
import { closers, config, DELIVERY_ID, message } from './peers';
import { readStages } from './stage';

export const stages = readStages();

/** The channels as the application has them, until the next `closeAll`. */
export async function registry(environment: Partial<Config> = {}): Promise<(type: string) => Channel> {
  const module = await Test.createTestingModule({
    providers: [{ provide: Config, useValue: config(environment) }, OutgoingHttp, ...channelProviders],
  }).compile();
  closers.push(() => module.close());
  return (type) => module.get(ChannelRegistry).get(type)!;
}

export function send(channel: Channel, settings: unknown, content = message()) {
  const accepted = acceptSettings(channel, settings);
  return channel.send({ id: DELIVERY_ID, attempt: 1, settings: accepted.settings, message: content });
}

/** One channel, and its receiver that judges as its provider does. */
export async function onStage(type: string) {
  const stage = await stages[type]!();
  const channel = (await registry(stage.environment))(type);
  return { stage, take: (content = message()) => send(channel, stage.settings, content) };
}
