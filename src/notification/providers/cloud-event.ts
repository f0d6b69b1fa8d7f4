import type { Message } from '../rendering/message';

export const CLOUD_EVENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** Of all our events: with it, their ids are unique. */
const SOURCE = 'urn:software-update-tracker';

/** A webhook's body as it is otherwise sent. */
export interface Event {
  type: string;
  timestamp: string;
  data: object;
}

/**
 * An event in the structured mode of CloudEvents 1.0.2 (JSON format). Its subject is the product, where it is about one.
 * @param id of the delivery: the same at each attempt, so that a receiver can tell a repeated event
 */
export const cloudEvent = (id: string, { type, timestamp, data }: Event, message: Message) => {
  const one = message.kind === 'update.digest' ? undefined : (message.updates[0] ?? message.alerts?.[0]);
  return {
    specversion: '1.0',
    id,
    source: SOURCE,
    type,
    time: timestamp,
    ...(one ? { subject: one.software.id } : {}),
    datacontenttype: 'application/json',
    data,
  };
};
