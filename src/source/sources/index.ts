import type { Provider, Type } from '@nestjs/common';
import { GithubReleasesSource } from './github-releases.source';
import type { Source } from './source';
import { SourceRegistry, SOURCES } from './source-registry';

/** The one list of sources: a new source is one file and one line here. */
export const SOURCE_CLASSES: Type<Source>[] = [GithubReleasesSource];

/** What the source module provides for them; the sources themselves need Config and OutgoingHttp. */
export const sourceProviders: Provider[] = [
  ...SOURCE_CLASSES,
  { provide: SOURCES, useFactory: (...sources: Source[]) => sources, inject: SOURCE_CLASSES },
  SourceRegistry,
];
