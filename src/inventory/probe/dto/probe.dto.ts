import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';
import { IsAnyText, IsList, IsNested, IsText } from '../../../api/endpoint/validation';
import { DURATION } from '../../../config/duration';
import { MAX_ENVIRONMENT } from '../../../favorite/deployment/deployment.sql';

const MAX_HEADERS = 10;
const MAX_SECRET = 4_096;

export class ProbeHeaderDto {
  @Field(IsText(1, 64), { example: 'X-Api-Key' }) name!: string;

  @OptionalField(
    IsText(1, MAX_SECRET),
    'A secret: no answer has it. One that is left out keeps its value, as `token` does.',
    { example: '8f14e45fceea167a' },
  )
  value?: string;
}

export class WriteProbeDto {
  @Field(
    IsText(1, 2048),
    'With `preset` the base address of the program, otherwise the address of the answer that has the version.',
    { example: 'https://git.example.org' },
  )
  address!: string;

  @OptionalField(IsText(1, 64), NULLABLE, 'One of `GET /probe-preset`: it knows where the version stands.', {
    example: 'gitea',
  })
  preset?: string | null;

  @OptionalField(
    IsText(1, MAX_SECRET),
    NULLABLE,
    'For the header of the preset. A secret: no answer has it. Left out, it keeps its value while preset and origin of the address stay the same; null removes it.',
    { example: '8f14e45fceea167a' },
  )
  token?: string | null;

  @OptionalField(IsText(1, 255), NULLABLE, 'A JSONPath (RFC 9535) that leads to the version in an answer of JSON.', {
    example: '$.version',
  })
  json_path?: string | null;

  @OptionalField(
    IsText(1, 255),
    NULLABLE,
    'A regular expression (RE2) whose only group captures the version: in the text at `json_path`, in `header`, or in the whole answer.',
    { example: 'Version ([0-9.]+)' },
  )
  pattern?: string | null;

  @OptionalField(IsText(1, 64), NULLABLE, 'The header of the answer that has the version.', { example: 'X-Jenkins' })
  header?: string | null;

  @OptionalField(
    IsList({ most: MAX_HEADERS }),
    IsNested(ProbeHeaderDto, { each: true }),
    'Headers of the request. Left out, they stay while preset and origin of the address stay the same.',
  )
  headers?: ProbeHeaderDto[];

  @OptionalField(
    IsAnyText(),
    NULLABLE,
    { pattern: DURATION.source },
    'Time between two times of asking, 5m to 1d; null or left out: 15m.',
    { example: '1h' },
  )
  interval?: string | null;
}

const PROBE_STATES = ['off', 'new', 'ok', 'failing'] as const;

export class ProbeResponse {
  @Field({ example: 'prod' }) environment!: string;
  @Field({ example: 'https://git.example.org' }) address!: string;
  @Field(NULLABLE, { example: 'gitea' }) preset!: string | null;
  @Field(NULLABLE) json_path!: string | null;
  @Field(NULLABLE) pattern!: string | null;
  @Field(NULLABLE) header!: string | null;

  @Field([String], 'Names of the headers of the request, with that of the token.', { example: ['Authorization'] })
  headers!: string[];

  @Field({ example: '15m' }) interval!: string;

  @Field(
    { enum: [...PROBE_STATES] },
    '`new`: not asked yet; `ok`: the last answer was a version; `failing`: it was none, or there was no answer: the version in use stays; `off`: nothing is asked (`SOURCES`).',
  )
  state!: (typeof PROBE_STATES)[number];

  @Field(NULLABLE, { example: '1.25.3' }, 'The last version that it answered.') version!: string | null;
  @Field(NULLABLE, 'Why the last answer was no version; null when it was.') message!: string | null;
  @Field(COUNT, 'Times in a row.', { example: 0 }) failures!: number;
  @Field(MOMENT, NULLABLE, 'The first of these times.') failing_since!: string | null;
  @Field(MOMENT, NULLABLE, 'When it was asked last.') asked_at!: string | null;
  @Field(MOMENT, NULLABLE, 'When it answered a version last.') answered_at!: string | null;
  @Field(MOMENT, NULLABLE, 'null while it is `off`.') next_at!: string | null;
}

export class ProbeTestResponse {
  @Field(NULLABLE, { example: '1.25.3' }, 'What stands there; null: no version.') answer!: string | null;

  @Field(
    NULLABLE,
    { example: 'v1.25.3' },
    'The version that it would become, as the product writes it; null: none of this product.',
  )
  version!: string | null;

  @Field(NULLABLE, 'Why there is no version; null when there is one.') message!: string | null;
}

export class ProbePresetResponse {
  @Field({ example: 'gitea' }) key!: string;
  @Field('The name of the program.', { example: 'Gitea' }) title!: string;
  @Field([String], 'Other names that products have.', { example: [] }) names!: string[];
  @Field('What is asked below the base address.', { example: '/api/v1/version' }) path!: string;

  @Field({ enum: ['none', 'optional', 'required'] }, 'Whether the program wants a token for that.')
  token!: 'none' | 'optional' | 'required';

  @Field(NULLABLE, 'What the token is, or where to get it.', { example: 'Settings › Applications › Access tokens' })
  token_hint!: string | null;

  @Field(URI, 'The documentation of the program.', { example: 'https://docs.gitea.com/development/api-usage' })
  docs!: string;
}

const MAX_IMPORT = 200_000;

export class ImportProbesDto {
  @Field(IsText(1, MAX_IMPORT), 'The configuration of Argus.', { example: 'service:\n  gitea:\n    latest_version: …' })
  content!: string;

  @OptionalField(IsText(1, MAX_ENVIRONMENT), 'Where the services run; left out: `prod`.', { example: 'prod' })
  environment?: string;
}

const IMPORT_STATES = ['set', 'refused', 'unmatched'] as const;

export class ImportedProbeResponse {
  @Field('Of the service, as the file has it.', { example: 'gitea' }) name!: string;

  @Field(
    { enum: [...IMPORT_STATES] },
    '`set`: it is asked from now on; `refused`: it cannot be, or gave no version for a new favorite; `unmatched`: no product, or several, are known by it.',
  )
  state!: (typeof IMPORT_STATES)[number];

  @Field(NULLABLE, 'Why it was not set.') message!: string | null;
  @Field(NULLABLE, 'The product.', { example: 'Gitea' }) software!: string | null;
  @Field(ID, NULLABLE, 'Id of the favorite.') favorite!: string | null;
}
