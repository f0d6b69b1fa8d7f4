import { parseUrl } from 'small-parts';
import { nameOf, optional, RecordError, required } from '../../../dist/source/catalogue/record.js';
import { parsePlainYaml, PlainYamlError } from '../../../dist/source/sources/plain-yaml.js';
import { isFields, linkOf, textOf } from '../../../dist/common/fetch/read.js';
import { SourceError } from '../../../dist/common/fetch/source-error.js';

/** A second and a half for a file. */
const MAX_PARTS = 300_000;

/** Why a file was rejected. */
export class ManifestError extends RecordError {
  /** @param line null = the whole file */
  constructor(message, line = null, field = null) {
    super(message, field);
    this.line = line;
  }
}

const IDENTIFIER = /^[^\s.\\/:*?"<>|\p{Cc}]{1,32}(\.[^\s.\\/:*?"<>|\p{Cc}]{1,32}){1,7}$/u;
const TYPES = ['singleton', 'version', 'installer', 'defaultLocale', 'locale', 'merged'];
/** Types with the facts of the package. Translations (`locale`) are left out. */
const DESCRIBING = ['singleton', 'defaultLocale', 'merged'];

/**
 * One file of the schema https://github.com/microsoft/winget-cli/tree/master/schemas/JSON/manifests, 1.0 and newer. The facts are about the
 * package, in the form of a catalogue record; null for manifests of other types.
 * @throws ManifestError
 */
export function readManifest({ text, problem }) {
  if (text === null) throw new ManifestError(problem ?? 'cannot be read');
  const fields = parse(text);
  try {
    return toManifest(fields);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new ManifestError(error.message, error.field === null ? null : lineOf(text, error.field), error.field);
  }
}

function parse(text) {
  try {
    const fields = parsePlainYaml(text, MAX_PARTS);
    if (isFields(fields)) return fields;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new ManifestError(
      error instanceof PlainYamlError ? 'is not the YAML of a manifest' : 'is too deep or too long',
      error instanceof PlainYamlError ? error.line : null,
    );
  }
  throw new ManifestError('is not a manifest');
}

function toManifest(fields) {
  const identifier = required('PackageIdentifier', fields.PackageIdentifier, 128);
  if (!IDENTIFIER.test(identifier)) throw new RecordError('PackageIdentifier must be like A.B', 'PackageIdentifier');
  const version = required('PackageVersion', fields.PackageVersion, 255);
  const type = textOf(fields.ManifestType) ?? '';
  if (!TYPES.includes(type)) throw new RecordError(`ManifestType must be one of ${TYPES.join(', ')}`, 'ManifestType');
  return { identifier, version, facts: DESCRIBING.includes(type) ? toFacts(fields) : null, fields };
}

const toFacts = (fields) => ({
  publisher: {
    name: nameOf('Publisher', fields.Publisher),
    url: usable(fields.PublisherUrl),
    support_url: usable(fields.PublisherSupportUrl),
    privacy_url: usable(fields.PrivacyUrl),
  },
  software: {
    name: nameOf('PackageName', fields.PackageName),
    short_description: optional('ShortDescription', fields.ShortDescription, 1_000),
    description: optional('Description', fields.Description, 10_000),
    url: usable(fields.PackageUrl),
  },
});

/** Null for an invalid URL: a bad link should not reject the whole package. */
function usable(value) {
  const link = linkOf(value);
  return link !== null && parseUrl(link) ? link : null;
}

function lineOf(text, field) {
  const index = text.split('\n').findIndex((line) => line.startsWith(`${field}:`));
  return index < 0 ? null : index + 1;
}
