"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.releasesOrTags = releasesOrTags;
exports.githubRelease = githubRelease;
const read_1 = require("./read");
const unique_1 = require("./unique");
/** The releases of a repository, and its tags when it has no releases. */
async function releasesOrTags(web, { list, toRelease, toTag }) {
    const releases = await list('releases');
    if (releases.length > 0)
        return (0, unique_1.uniqueReleases)(releases.flatMap(toRelease));
    const tags = await list('tags');
    // They belong to the empty list of releases, which stays as it is when a tag is added.
    web.validators = null;
    return (0, unique_1.uniqueReleases)(tags.flatMap(toTag));
}
/** A release as GitHub describes it, and Forgejo and Gitea after it. A draft is none. */
function githubRelease(release) {
    const version = (0, read_1.textOf)(release.tag_name);
    if (version === null || release.draft === true)
        return [];
    return [
        {
            version,
            releasedAt: (0, read_1.dateOf)(release.published_at) ?? (0, read_1.dateOf)(release.created_at),
            prerelease: typeof release.prerelease === 'boolean' ? release.prerelease : null,
            notesUrl: (0, read_1.linkOf)(release.html_url),
        },
    ];
}
//# sourceMappingURL=releases-or-tags.js.map