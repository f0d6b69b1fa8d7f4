"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ManifestError = void 0;
exports.readManifest = readManifest;
const url_1 = require("../../config/url");
const plain_yaml_1 = require("../sources/plain-yaml");
const read_1 = require("../sources/read");
const source_1 = require("../sources/source");
const record_1 = require("./record");
/** Why a file is not taken. */
class ManifestError extends record_1.RecordError {
    /** @param line where it is wrong; null = in the whole of it */
    constructor(message, line = null, field = null) {
        super(message, field);
        this.line = line;
    }
}
exports.ManifestError = ManifestError;
const IDENTIFIER = /^[^\s.\\/:*?"<>|\p{Cc}]{1,32}(\.[^\s.\\/:*?"<>|\p{Cc}]{1,32}){1,7}$/u;
const TYPES = ['singleton', 'version', 'installer', 'defaultLocale', 'locale', 'merged'];
/** Those that speak of the package; a translation (`locale`) has another name for it, and a text that not everybody reads. */
const NAMING = ['singleton', 'defaultLocale', 'merged'];
/** @throws ManifestError */
function readManifest({ text, problem }) {
    if (text === null)
        throw new ManifestError(problem ?? 'cannot be read');
    const fields = parse(text);
    try {
        return toManifest(fields);
    }
    catch (error) {
        if (!(error instanceof record_1.RecordError))
            throw error;
        throw new ManifestError(error.message, error.field === null ? null : lineOf(text, error.field), error.field);
    }
}
function parse(text) {
    try {
        const fields = (0, plain_yaml_1.parsePlainYaml)(text);
        if ((0, read_1.isFields)(fields))
            return fields;
    }
    catch (error) {
        if (!(error instanceof source_1.SourceError))
            throw error;
        throw new ManifestError(error instanceof plain_yaml_1.YamlError ? 'is not the YAML of a manifest' : 'is too deep or too long', error instanceof plain_yaml_1.YamlError ? error.line : null);
    }
    throw new ManifestError('is not a manifest');
}
function toManifest(fields) {
    const identifier = (0, record_1.required)('PackageIdentifier', fields.PackageIdentifier, 128);
    if (!IDENTIFIER.test(identifier))
        throw new record_1.RecordError('PackageIdentifier must be like A.B', 'PackageIdentifier');
    const version = (0, record_1.required)('PackageVersion', fields.PackageVersion, 255);
    const type = (0, read_1.textOf)(fields.ManifestType) ?? '';
    if (!TYPES.includes(type))
        throw new record_1.RecordError(`ManifestType must be one of ${TYPES.join(', ')}`, 'ManifestType');
    return { identifier, version, facts: NAMING.includes(type) ? toFacts(fields) : null, fields };
}
const toFacts = (fields) => ({
    publisher: {
        name: (0, record_1.required)('Publisher', fields.Publisher, 255),
        url: usable(fields.PublisherUrl),
        support_url: usable(fields.PublisherSupportUrl),
        privacy_url: usable(fields.PrivacyUrl),
    },
    software: {
        name: (0, record_1.required)('PackageName', fields.PackageName, 255),
        short_description: (0, record_1.optional)('ShortDescription', fields.ShortDescription, 1_000),
        description: (0, record_1.optional)('Description', fields.Description, 10_000),
        url: usable(fields.PackageUrl),
    },
});
/** Null for what is no URL: a package is worth having without one of its links. */
function usable(value) {
    const link = (0, read_1.linkOf)(value);
    return link !== null && (0, url_1.parseUrl)(link) ? link : null;
}
function lineOf(text, field) {
    const index = text.split('\n').findIndex((line) => line.startsWith(`${field}:`));
    return index < 0 ? null : index + 1;
}
//# sourceMappingURL=winget-manifest.js.map