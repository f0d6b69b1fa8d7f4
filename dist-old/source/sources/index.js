"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sourceProviders = exports.SOURCE_CLASSES = void 0;
const crates_source_1 = require("./crates.source");
const docker_tags_source_1 = require("./docker-tags.source");
const endoflife_source_1 = require("./endoflife.source");
const feed_source_1 = require("./feed.source");
const forgejo_releases_source_1 = require("./forgejo-releases.source");
const git_tags_source_1 = require("./git-tags.source");
const github_releases_source_1 = require("./github-releases.source");
const gitlab_releases_source_1 = require("./gitlab-releases.source");
const helm_index_source_1 = require("./helm-index.source");
const html_source_1 = require("./html.source");
const json_source_1 = require("./json.source");
const maven_metadata_source_1 = require("./maven-metadata.source");
const npm_source_1 = require("./npm.source");
const packagist_source_1 = require("./packagist.source");
const pypi_source_1 = require("./pypi.source");
const release_monitoring_source_1 = require("./release-monitoring.source");
const rubygems_source_1 = require("./rubygems.source");
const winget_manifest_source_1 = require("./winget-manifest.source");
const source_registry_1 = require("./source-registry");
/** The one list of sources: a new source is one file and one line here. */
exports.SOURCE_CLASSES = [
    github_releases_source_1.GithubReleasesSource,
    gitlab_releases_source_1.GitlabReleasesSource,
    forgejo_releases_source_1.ForgejoReleasesSource,
    git_tags_source_1.GitTagsSource,
    endoflife_source_1.EndoflifeSource,
    release_monitoring_source_1.ReleaseMonitoringSource,
    feed_source_1.FeedSource,
    html_source_1.HtmlSource,
    json_source_1.JsonSource,
    npm_source_1.NpmSource,
    pypi_source_1.PypiSource,
    crates_source_1.CratesSource,
    rubygems_source_1.RubygemsSource,
    packagist_source_1.PackagistSource,
    maven_metadata_source_1.MavenMetadataSource,
    helm_index_source_1.HelmIndexSource,
    docker_tags_source_1.DockerTagsSource,
    winget_manifest_source_1.WingetManifestSource,
];
/** What the source module provides for them; the sources themselves need Config and OutgoingHttp. */
exports.sourceProviders = [
    ...exports.SOURCE_CLASSES,
    { provide: source_registry_1.SOURCES, useFactory: (...sources) => sources, inject: exports.SOURCE_CLASSES },
    source_registry_1.SourceRegistry,
];
//# sourceMappingURL=index.js.map