import { Injectable } from '@nestjs/common';

/** By name, so that a plug-in that has its own copy of the kit means the same. */
const CHANNEL = Symbol.for('software-update-tracker.notification-channel');
const SOURCE = Symbol.for('software-update-tracker.release-source');

export type PluginPart = 'channel' | 'source';

export const MARKS: Record<PluginPart, symbol> = { channel: CHANNEL, source: SOURCE };

/** Marks a class as a type of channel: a provider of Nest, with what `Channel` asks for. */
export const NotificationChannel = (): ClassDecorator => marked(CHANNEL);

/** Marks a class as a type of source: a provider of Nest, with what `Source` asks for. */
export const ReleaseSource = (): ClassDecorator => marked(SOURCE);

function marked(mark: symbol): ClassDecorator {
  return (target) => {
    Injectable()(target);
    Reflect.defineMetadata(mark, true, target);
  };
}
