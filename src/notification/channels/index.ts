import type { Provider, Type } from '@nestjs/common';
import type { Channel } from './channel';
import { CHANNELS, ChannelRegistry } from './channel-registry';
import { EmailChannel } from './email.channel';
import { LogChannel } from './log.channel';
import { WebhookChannel } from './webhook.channel';

/** The one list of notification channels: a new channel is one file and one line here. */
export const CHANNEL_CLASSES: Type<Channel>[] = [EmailChannel, WebhookChannel, LogChannel];

/** What the notification module provides for them; the channels themselves need Config and OutgoingHttp. */
export const channelProviders: Provider[] = [
  ...CHANNEL_CLASSES,
  { provide: CHANNELS, useFactory: (...channels: Channel[]) => channels, inject: CHANNEL_CLASSES },
  ChannelRegistry,
];
