import type { Provider, Type } from '@nestjs/common';
import { CratesSource } from './crates.source';
import { DockerTagsSource } from './docker-tags.source';
import { EndoflifeSource } from './endoflife.source';
import { FeedSource } from './feed.source';
import { ForgejoReleasesSource } from './forgejo-releases.source';
import { GitTagsSource } from './git-tags.source';
import { GithubReleasesSource } from './github-releases.source';
import { GitlabReleasesSource } from './gitlab-releases.source';
import { HelmIndexSource } from './helm-index.source';
import { HtmlSource } from './html.source';
import { JsonSource } from './json.source';
import { MavenMetadataSource } from './maven-metadata.source';
import { NpmSource } from './npm.source';
import { PackagistSource } from './packagist.source';
import { PypiSource } from './pypi.source';
import { ReleaseMonitoringSource } from './release-monitoring.source';
import { RubygemsSource } from './rubygems.source';
import { WingetManifestSource } from './winget-manifest.source';
import type { Source } from './source';
import { SourceRegistry, SOURCES } from './source-registry';

/** The one list of sources: a new source is one file and one line here. */
export const SOURCE_CLASSES: Type<Source>[] = [
  GithubReleasesSource,
  GitlabReleasesSource,
  ForgejoReleasesSource,
  GitTagsSource,
  EndoflifeSource,
  ReleaseMonitoringSource,
  FeedSource,
  HtmlSource,
  JsonSource,
  NpmSource,
  PypiSource,
  CratesSource,
  RubygemsSource,
  PackagistSource,
  MavenMetadataSource,
  HelmIndexSource,
  DockerTagsSource,
  WingetManifestSource,
];

/** What the source module provides for them; the sources themselves need Config and OutgoingHttp. */
export const sourceProviders: Provider[] = [
  ...SOURCE_CLASSES,
  { provide: SOURCES, useFactory: (...sources: Source[]) => sources, inject: SOURCE_CLASSES },
  SourceRegistry,
];
