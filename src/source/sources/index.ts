import type { Provider } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ReleaseSource } from '../../common/plugin/marks';
import { AlpineSource } from './alpine.source';
import { CratesSource } from './crates.source';
import { DebianSource } from './debian.source';
import { DockerTagsSource } from './docker-tags.source';
import { EndoflifeSource } from './endoflife.source';
import { FeedSource } from './feed.source';
import { ForgejoReleasesSource } from './forgejo-releases.source';
import { GitTagsSource } from './git-tags.source';
import { GithubReleasesSource } from './github-releases.source';
import { GitlabReleasesSource } from './gitlab-releases.source';
import { GoSource } from './go.source';
import { HelmIndexSource } from './helm-index.source';
import { HexSource } from './hex.source';
import { HomebrewSource } from './homebrew.source';
import { HtmlSource } from './html.source';
import { JsonSource } from './json.source';
import { MavenMetadataSource } from './maven-metadata.source';
import { NpmSource } from './npm.source';
import { NugetSource } from './nuget.source';
import { PackagistSource } from './packagist.source';
import { PypiSource } from './pypi.source';
import { ReleaseMonitoringSource } from './release-monitoring.source';
import { RubygemsSource } from './rubygems.source';
import { ScoopSource } from './scoop.source';
import { WingetManifestSource } from './winget-manifest.source';
import { WingetSource } from './winget.source';
import { SourceRegistry } from './source-registry';

/** The types of sources, in the order in which they are listed. Each may inject Config and OutgoingHttp. */
const SOURCES = [
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
  GoSource,
  NugetSource,
  HexSource,
  DebianSource,
  AlpineSource,
  HelmIndexSource,
  DockerTagsSource,
  WingetSource,
  WingetManifestSource,
  ScoopSource,
  HomebrewSource,
];
for (const source of SOURCES) ReleaseSource()(source);

/** The providers of the source module. A source is found by its mark. */
export const sourceProviders: Provider[] = [...SOURCES, DiscoveryService, SourceRegistry];
