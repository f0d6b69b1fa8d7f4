import { acceptSettings } from '../../src/common/settings/settings';
import type { Channel } from '../../src/notification/providers/channel';
import type { Message } from '../../src/notification/rendering/message';
import { DELIVERY_ID, message } from '../notification/providers/peers';
import type { Stage } from '../notification/providers/stage';

/** One attempt through the channel, with the settings of its stage. */
export const send = (channel: Channel, stage: Stage, content: Message = message(), attempt = 1) =>
  sendAs(channel, stage, DELIVERY_ID, content, attempt);

export function sendAs(channel: Channel, stage: Stage, id: string, content: Message, attempt = 1) {
  const { settings } = acceptSettings(channel, stage.settings);
  return channel.send({ id, attempt, settings, message: content });
}
