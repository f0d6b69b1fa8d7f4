"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.githubEvent = githubEvent;
exports.gitlabEvent = gitlabEvent;
const problem_1 = require("../../common/problem/problem");
const url_1 = require("../../config/url");
const read_1 = require("../sources/read");
const LONGEST_REPOSITORY = 255;
/**
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads: `release` (of no draft), and `create`, `delete` and `push` of tags.
 * @throws Problem invalid-json
 */
function githubEvent({ headers, body }) {
    const payload = parse(isForm(headers['content-type']) ? formField(body, 'payload') : body.toString('utf8'));
    const { repository } = payload;
    const address = (0, read_1.isFields)(repository) ? addressOf(repository.html_url) : null;
    return { repositories: named(address), news: isGithubNews(headers['x-github-event'], payload) };
}
function isGithubNews(event, { ref_type, ref, release }) {
    if (event === 'release')
        return !(0, read_1.isFields)(release) || release.draft !== true;
    if (event === 'create' || event === 'delete')
        return ref_type === 'tag';
    return event === 'push' && isTag(ref);
}
/**
 * https://docs.gitlab.com/user/project/integrations/webhook_events/: the release and the tag events of a project or a group, and the
 * tag events of a system hook.
 * @throws Problem invalid-json
 */
function gitlabEvent({ body }) {
    const { object_kind: kind, project, ref } = parse(body.toString('utf8'));
    const news = kind === 'release' || (kind === 'tag_push' && isTag(ref));
    if (!(0, read_1.isFields)(project))
        return { repositories: [], news };
    const address = addressOf(project.web_url);
    const path = (0, read_1.textOf)(project.path_with_namespace);
    // They differ where GitLab is served below a path: sources of releases name the project, those of tags the address.
    return { repositories: named(address, address && path && `${address.split('/')[0]}/${path}`), news };
}
const isTag = (ref) => typeof ref === 'string' && ref.startsWith('refs/tags/');
/** Host and path of an address. */
function addressOf(value) {
    const url = typeof value === 'string' ? (0, url_1.parseUrl)(value) : null;
    return url && /^https?:$/.test(url.protocol) ? url.host + url.pathname.replace(/\/+$/, '') : null;
}
const named = (...names) => [
    ...new Set(names.flatMap((name) => (name && name.length <= LONGEST_REPOSITORY ? [name.toLowerCase()] : []))),
];
/** What GitHub sends unless it is told to send JSON. */
const isForm = (type) => type?.startsWith('application/x-www-form-urlencoded') === true;
const formField = (body, name) => new URLSearchParams(body.toString('utf8')).get(name) ?? '';
function parse(text) {
    try {
        const value = JSON.parse(text);
        if ((0, read_1.isFields)(value))
            return value;
    }
    catch {
        // Said below, as of JSON that is no object.
    }
    throw new problem_1.Problem('invalid-json', 'The body is not a JSON object.');
}
//# sourceMappingURL=hook-event.js.map