/**
 * All that a plug-in imports: `tracker-plugin-kit`. What is exported here is promised: only a new major version takes something away.
 */
import { Inject as inject, Module as moduleOf } from '@nestjs/common';

export { KIT_VERSION } from './kit-version';

// A module, and what its providers may inject.
export { NotificationChannel, ReleaseSource } from '../../common/plugin/marks';
export { HttpPort as OutgoingHttp } from '../../common/outgoing-http/http-port';
export type { OutgoingAnswer, PortRequest as OutgoingRequest } from '../../common/outgoing-http/http-port';
export { OutgoingError, type OutgoingErrorKind } from '../../common/outgoing-http/outgoing-error';
export { Clock, PluginEnvironment } from './ports';

/** A class that has a constructor of any kind. */
export type Class<T = object> = abstract new (...parts: never[]) => T;

/** Nest's decorator for the class that a plug-in exports. */
export const Module = moduleOf as (parts: { providers: (new (...parts: never[]) => object)[] }) => ClassDecorator;

/** Nest's decorator for a parameter of a constructor, for code that is compiled without `emitDecoratorMetadata`. */
export const Inject: (token: Class) => ParameterDecorator = inject as (token: Class) => ParameterDecorator;

// Settings.
export { Setting, type SettingOptions } from '../../common/settings/setting';
export {
  checkedBase,
  checkedUrl,
  type Prepared,
  SettingsError,
  under,
  withCheckedServer,
} from '../../common/settings/settings';

// Channels.
export {
  Channel,
  type ChannelCategory,
  type Delivery,
  type Outcome,
  outcomeOfHttp,
  outcomeOfOutgoingError,
} from '../../notification/providers/channel';
export {
  authorizationOf,
  exchange,
  jsonOf,
  jsonPost,
  PASSWORD_SETTING,
  TOKEN_PATTERN,
  USERNAME_PATTERN,
} from '../../notification/providers/http-exchange';
export { incidentKey } from '../../notification/providers/incident-key';
export { characters, cutText, fitContent, type Measure, utf16Units, utf8Bytes } from '../../notification/rendering/fit';
export { inertText, mapTexts } from '../../notification/rendering/inert-text';
export { interrupt, type Line, linesOf, markdownOf, plainText, type Span } from '../../notification/rendering/lines';
export type { Message } from '../../notification/rendering/message';
export { contentOf, type Item, type MessageContent, withReference } from '../../notification/rendering/message-content';

// Sources.
export { notesOf, type Release, type ReleaseNotesText, Source, uniqueReleases } from '../../source/sources/source';
export { SourceError } from '../../common/fetch/source-error';
export type { SourceWeb, WebRequest, WebResponse } from '../../common/fetch/source-web';
export { dateOf, type Fields, fieldsOf, isFields, linkOf, listOf, objectsOf, textOf } from '../../common/fetch/read';
