"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.setUpDocs = setUpDocs;
const swagger_1 = require("@nestjs/swagger");
const problem_1 = require("../common/problem/problem");
const openapi_1 = require("./openapi");
/** `/docs` (a page), `/docs/openapi.json`, `/docs/problems` (what the `type` of a problem leads to). */
function setUpDocs(app) {
    const problems = problemPage();
    app.use('/docs/problems', (_request, response) => void response.type('html').send(problems));
    swagger_1.SwaggerModule.setup('docs', app, () => (0, openapi_1.createOpenApi)(app), {
        jsonDocumentUrl: 'docs/openapi.json',
        raw: ['json'],
        customSiteTitle: 'Software update tracker: API',
        swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
    });
}
function problemPage() {
    const entries = Object.entries(problem_1.PROBLEMS).map(([key, { status, title, meaning }]) => `<section id="${key}"><h2>${status} ${title}</h2><p>${meaning.replace(/`([^`]+)`/g, '<code>$1</code>').replace(/<(token)>/g, '&lt;$1&gt;')}</p></section>`);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Problems</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;
color-scheme:light dark}h2{margin:2rem 0 .25rem;font-size:1.1rem}:target{outline:2px solid;outline-offset:.5rem}</style>
<h1>Problems</h1><p>Errors are RFC 9457 problems; this is what each <code>type</code> means.</p>${entries.join('\n')}</html>`;
}
//# sourceMappingURL=docs.setup.js.map