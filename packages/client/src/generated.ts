export interface PublisherLinks {
  /** @format uri */
  self: string;
}

export interface PublisherResponse {
  /** @format uuid */
  id: string;
  /** @example "Mozilla" */
  name: string;
  /** @example "https://www.mozilla.org" */
  url: string | null;
  support_url: string | null;
  privacy_url: string | null;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  created_at: string;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  updated_at: string;
  links: PublisherLinks;
}

export interface LatestVersionResponse {
  /** @format uuid */
  id: string;
  /**
   * The label, exactly as its source writes it.
   * @example "143.0.1"
   */
  version: string;
  /**
   * The release date if the source gives one, else the time at which it was added.
   * @format date-time
   * @example "2026-11-18T00:00:00.000000Z"
   */
  created_at: string;
  /** true: no stable version is known, and this is the highest pre-release. */
  prerelease: boolean;
  /**
   * When it was released, as its source says; null if that is not known.
   * @format date-time
   */
  released_at: string | null;
  /**
   * The last answer of the source, whether or not it had news; null if there was none.
   * @format date-time
   */
  checked_at: string | null;
  /**
   * The day of the catalogue snapshot that the product comes from; null if none is known.
   * @format date
   */
  catalogued_as_of: string | null;
  /** `live`: the source answered within three expected polls; `stale`: it did not; `failing`: the last poll failed; `snapshot`: the source was never asked, and what is known is of `catalogued_as_of`; `no-source`: nobody can be asked. */
  freshness: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
}

export interface VersionResponse {
  /** @format uuid */
  id: string;
  /**
   * The label, exactly as its source writes it.
   * @example "143.0.1"
   */
  version: string;
  /**
   * The release date if the source gives one, else the time at which it was added.
   * @format date-time
   * @example "2026-11-18T00:00:00.000000Z"
   */
  created_at: string;
}

export interface IdentifierResponse {
  /** `purl`: a package URL without a version; `cpe`: `part:vendor:product`; `repology`: a project of Repology; `alias`: any other name, in lower case. */
  type: 'purl' | 'cpe' | 'repology' | 'alias';
  /** @example "pkg:npm/express" */
  value: string;
  /** Who says so: `api`, a catalogue `record`, or the `source` of the product, from whose settings it follows. The first of them, if several do. */
  origin: 'api' | 'record' | 'source';
}

export interface FreshnessResponse {
  /** `live`: the source answered within three expected polls; `stale`: it did not; `failing`: the last poll failed; `snapshot`: the source was never asked, and what is known is of `catalogued_as_of`; `no-source`: nobody can be asked. */
  state: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
  /**
   * The last answer of the source, whether or not it had news; null if there was none.
   * @format date-time
   */
  checked_at: string | null;
  /**
   * The day of the catalogue snapshot that the product comes from; null if none is known.
   * @format date
   */
  catalogued_as_of: string | null;
  /**
   * Since when it is `stale`, `failing` or a `snapshot`; null if that is not known, and for other states.
   * @format date-time
   */
  since: string | null;
  /** What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; `nothing`, so that nobody can say whether there is an update. */
  known: 'stable' | 'prereleases' | 'nothing';
}

export interface SoftwareFavoriteResponse {
  /** @format uuid */
  uuid: string;
  /**
   * The label of the version in use.
   * @example "142.0.1"
   */
  version: string;
  update_available: boolean;
}

export interface SupportResponse {
  /**
   * The release cycle of the version; null = none is known.
   * @example "14"
   */
  cycle: string | null;
  /** `ending`: within 90 days. `extended`: ended for the majority of users, but not for all. `unknown`: nobody says; never the same as supported. */
  state: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
  /**
   * The last day of active support; after it come security fixes only.
   * @format date
   */
  active_until: string | null;
  /**
   * The last day of security support for the majority of users; null = no day is known.
   * @format date
   */
  eol_on: string | null;
  /**
   * The last day of support that some users have beyond that, mostly by paying.
   * @format date
   */
  extended_until: string | null;
  /** Whether it is a long-term support release. */
  lts: boolean;
  /**
   * The newest version of the cycle.
   * @example "14.24"
   */
  latest_in_cycle: string | null;
  /**
   * The day on which this was so.
   * @format date
   */
  as_of: string | null;
  /** Whether whoever is asked for it has not answered for more than three days. */
  stale: boolean;
  /**
   * Who says so: `endoflife.date`, or `record`.
   * @example "endoflife.date"
   */
  source: string | null;
}

export interface SoftwareLinks {
  /** @format uri */
  self: string;
  /** @format uri */
  versions: string;
  /** @format uri */
  publisher: string;
  /**
   * Only if `is_favorite` is true.
   * @format uri
   */
  favorite?: string;
}

export interface SoftwareResponse {
  /** @format uuid */
  id: string;
  /** @example "Firefox" */
  name: string;
  description: string | null;
  short_description: string | null;
  /** @example "https://www.mozilla.org/firefox/" */
  url: string | null;
  /**
   * When the product or its versions last changed upstream, as far as known. Never goes back.
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  last_update: string;
  is_favorite: boolean;
  /** With `includePublisher`. */
  publisher?: PublisherResponse;
  /** With `includeLatestVersion`: the highest stable version, and how current that is. Where no stable one is known, the highest pre-release; null where none is known. What a favorite is offered is `available_version`. */
  latest_version?: LatestVersionResponse | null;
  /** With `includeVersions`: newest first, at most 100 in a list and 1000 for a single product. `links.versions` has all of them. */
  versions?: VersionResponse[];
  /** With `includeVersions`: whether there are more versions. */
  has_more_versions?: boolean;
  /** With `includeIdentifiers`: in the order of type and value, each value once. */
  identifiers?: IdentifierResponse[];
  /** With `includeFreshness`: how current all this is. */
  freshness?: FreshnessResponse;
  /** With `includeFavorite`: the caller's favorite; null when it is none. */
  favorite?: SoftwareFavoriteResponse | null;
  /**
   * With `includeIcon`: The mark of the product, an SVG in black that anybody may read; null if there is none.
   * @format uri
   * @example "https://updates.example.org/icons/firefox.svg"
   */
  icon?: string | null;
  /**
   * With `includeReleases`: how many releases there were in each of the last 12 months (UTC, this month included), the oldest first. Pre-releases and withdrawn versions are not counted.
   * @example [0,1,0,2,1,1,0,3,1,0,1,1]
   */
  releases?: number[];
  /** With `includeSupport`: until when the latest version is supported; null when nobody says anything of the product. */
  support?: SupportResponse | null;
  links: SoftwareLinks;
}

export interface PreviewVersionResponse {
  /**
   * The label, exactly as its source writes it.
   * @example "1.27.4"
   */
  version: string;
  /**
   * null: the source does not say.
   * @format date-time
   * @example "2026-02-05T15:12:09.000000Z"
   */
  released_at: string | null;
  /** Only if there is no release at all. */
  prerelease: boolean;
}

export interface LeftOutResponse {
  /** `pre-release`; `other-form`: a tag that is not like those of the chosen form, or that the tag pattern does not match; `no-version`: it names none, such as `latest`; `ignored`: by the ignore pattern; `withdrawn` by its makers; `not-offered`: they advise against it. */
  reason: 'pre-release' | 'other-form' | 'no-version' | 'ignored' | 'withdrawn' | 'not-offered';
  /**
   * @min 1
   * @example 780
   */
  count: number;
  /**
   * Up to five of them.
   * @example ["1.27.4-alpine","stable"]
   */
  examples: string[];
}

export interface TagFormResponse {
  /**
   * The newest tag of this form. It stands for the form: `form` of a lookup takes it, or any other tag of the form.
   * @example "1.27.4-alpine"
   */
  form: string;
  /**
   * The `tag_pattern` of the form (RE2): its group captures the version.
   * @example "^[vV]?(\d{1,3}(?:\.\d+)+)-alpine$"
   */
  tag_pattern: string;
  /**
   * @min 1
   * @example 214
   */
  count: number;
  newest: PreviewVersionResponse;
  /** Whether the preview is of this form. */
  chosen: boolean;
}

export interface PreviewedSourceResponse {
  /** @example "docker-tags" */
  type: string;
  /**
   * The name of the type that people see.
   * @example "Container images"
   */
  title: string;
  /**
   * Secrets are masked.
   * @example {"image":"library/nginx"}
   */
  settings: Record<string, any>;
}

export interface OrderingResponse {
  /** @example "generic" */
  scheme:
    | 'generic'
    | 'semver'
    | 'pep440'
    | 'debian'
    | 'rpm'
    | 'maven'
    | 'calver'
    | 'date'
    | 'gem'
    | 'composer'
    | 'nuget'
    | 'go'
    | 'pub'
    | 'pvp'
    | 'cran'
    | 'apk'
    | 'alpm';
  /** The order of the fields, for the scheme `calver`. */
  calver_pattern: string | null;
  /**
   * RE2 with one group, which captures the version in a label. Labels that it does not match are left out.
   * @example "^[vV]?(\d{1,3}(?:\.\d+)+)$"
   */
  tag_pattern: string | null;
  /** RE2: labels that it matches are left out. */
  ignore_pattern: string | null;
  /** RE2: labels that it matches are pre-releases. */
  prerelease_pattern: string | null;
}

export interface NewProductResponse {
  /**
   * Entries that the source lists.
   * @min 0
   * @example 1204
   */
  total: number;
  /**
   * Those of them that are releases to be offered.
   * @min 0
   * @example 312
   */
  versions: number;
  /** The newest five, newest first; pre-releases if there is no release. */
  newest: PreviewVersionResponse[];
  /** The others, by reason, the most frequent first. */
  left_out: LeftOutResponse[];
  /** Of images and repositories: the forms that the tags have, the chosen one first and then the most frequent; up to 20. Empty for other sources. */
  forms: TagFormResponse[];
  /**
   * Why not all entries were read.
   * @example "Only the first 300 entries of the list were read"
   */
  notice: string | null;
  source: PreviewedSourceResponse;
  ordering: OrderingResponse;
  /**
   * The name that the product would get; `name` of `POST /software` gives another.
   * @example "immich"
   */
  name: string;
  /**
   * The name of its publisher.
   * @example "immich-app"
   */
  publisher: string;
  /**
   * Where people read about it.
   * @format uri
   */
  url: string | null;
}

export interface LookupChoiceResponse {
  /** @example "grafana" */
  title: string;
  /**
   * Look this one up.
   * @example "https://charts.example.org#grafana"
   */
  address: string;
}

export interface LookupResponse {
  /** `known`: `products` has it; `new`: `preview` says what `POST /software` would add; `choice`: the address has several, see `choices`. */
  state: 'known' | 'new' | 'choice';
  /** The products that have this address, with `publisher`, `latest_version`, `freshness` and `favorite`: usually one. Several where the address does not tell them apart. */
  products: SoftwareResponse[];
  /** Only if the state is `new`. */
  preview: NewProductResponse | null;
  /** Only if the state is `choice`. */
  choices: LookupChoiceResponse[];
  /**
   * The version that the address names, such as the tag of an image: to be proposed as the version in use.
   * @example "v1.120.0"
   */
  version: string | null;
  /** Whether the caller may add products (`PRODUCTS_BY_USERS`). */
  may_add: boolean;
}

export interface AddedProductResponse {
  /** false: the product was there already. */
  created: boolean;
  /** With `publisher`, `latest_version`, `freshness` and `favorite`. */
  product: SoftwareResponse;
}

export interface AddProductDto {
  /**
   * Of a repository, an image, a package, a feed or a page: a web address, an image reference, a package URL, `owner/repository`, `npm:express`, … Without it, `name` is a product that has none: nobody is asked for its versions.
   * @minLength 1
   * @maxLength 2000
   * @pattern \S
   * @example "https://github.com/immich-app/immich"
   */
  address?: string;
  /**
   * The version in use: the product becomes a favorite. A favorite that is there already stays as it is.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "v1.120.0"
   */
  version?: string;
  /**
   * The name of a new product. Default: that of the preview. Required without `address`.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "Immich"
   */
  name?: string;
  /**
   * Any tag of the form that counts, such as `1.27.4-alpine`: only tags like it are versions. Default: the form of the version in use, else the most frequent one.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "1.27.4-alpine"
   */
  form?: string;
}

export interface NamedSoftware {
  /** @format uuid */
  id: string;
  /** @example "nginx" */
  name: string;
}

export interface BulkProblem {
  /** @example "/docs/problems#not-found" */
  type: string;
  /** @example "Not found" */
  title: string;
  /** @example "There is no such favorite." */
  detail: string;
}

export interface CreatedFavorite {
  /**
   * As it was given.
   * @example "ghcr.io/immich-app/immich-server:v1.120.0"
   */
  given: string;
  /** `updated`, `kept`: it was there already. `failed`: `problem` says why. */
  state: 'created' | 'updated' | 'kept' | 'failed';
  /**
   * The id of the favorite.
   * @format uuid
   */
  favorite: string | null;
  /** The product that was meant. null: none, or it is not certain which. */
  software: NamedSoftware | null;
  /**
   * The version in use, as the product writes it.
   * @example "v1.120.0"
   */
  version: string | null;
  problem: BulkProblem | null;
  /**
   * Where no product was certain: those that it may be. Send the id of the right one.
   * @maxItems 10
   */
  candidates: NamedSoftware[];
}

export interface CreateFavoritesAnswer {
  /**
   * @min 0
   * @example 12
   */
  created: number;
  /**
   * @min 0
   * @example 0
   */
  updated: number;
  /**
   * @min 0
   * @example 3
   */
  kept: number;
  /**
   * @min 0
   * @example 0
   */
  failed: number;
  /** In the order of the request. */
  favorites: CreatedFavorite[];
}

export interface NamedFavoriteDto {
  /**
   * Any Unicode; null clears.
   * @maxLength 10000
   * @example "Production servers"
   */
  notes?: string | null;
  /**
   * Words of your own, at most 20. Case does not count: one that you have already is shown as you first wrote it. No commas and no control characters. All of them: others go.
   * @maxItems 20
   * @example ["production"]
   */
  tags?: string[];
  /**
   * Whether notifications are queued and sent for this favorite. Default for a new favorite: true.
   * @example true
   */
  notifications_enabled?: boolean;
  /**
   * Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.
   * @example true
   */
  use_default_notification?: boolean;
  /**
   * Whether reminders are sent while an update is outstanding. Default for a new favorite: false.
   * @example false
   */
  notify_always?: boolean;
  /**
   * The product: its id, the identity of its catalogue record, its name or an alias, a package URL, or an address as `POST /software` takes it. The first of these that the text can be and that finds a product counts.
   * @minLength 1
   * @maxLength 2000
   * @pattern \S
   * @example "ghcr.io/immich-app/immich-server:v1.120.0"
   */
  software: string;
  /**
   * The version in use: its label. Default: the version that the package URL or the address names, such as the tag of an image.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "142.0.1"
   */
  version?: string;
}

export interface CreateFavoritesDto {
  /**
   * @maxItems 200
   * @minItems 1
   */
  favorites: NamedFavoriteDto[];
  /**
   * What happens to a favorite that is there already. `keep`, the default: nothing. `update`: the version and the fields that are given are written, as `PATCH` does.
   * @example "keep"
   */
  existing?: 'keep' | 'update';
  /**
   * Whether products that nobody has added yet are added by their package URLs and addresses, as `POST /software` does. Default: false.
   * @example true
   */
  add_products?: boolean;
}

export interface ProfileResponse {
  /** @example "ada" */
  user: string;
  /**
   * @format idn-email
   * @example "ada@example.org"
   */
  email: string | null;
  /** false: nothing is queued or sent. */
  notifications_enabled: boolean;
  /** Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value. */
  notify_always: boolean | null;
  /** @example "Europe/Berlin" */
  time_zone: string;
  /**
   * Whether the favorites are in Home Assistant.
   * @example false
   */
  home_assistant: boolean;
  /** Why `home_assistant` cannot be switched on: the operator has set no `MQTT_URL`. Null when it can. */
  home_assistant_unavailable: string | null;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  created_at: string;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  updated_at: string;
}

export interface ReplaceProfileDto {
  /**
   * null removes it.
   * @format idn-email
   * @maxLength 254
   * @example "ada@example.org"
   */
  email?: string | null;
  /**
   * false: nothing is queued or sent.
   * @example true
   */
  notifications_enabled?: boolean;
  /** Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value. */
  notify_always?: boolean | null;
  /**
   * IANA name.
   * @maxLength 64
   * @example "Europe/Berlin"
   */
  time_zone?: string;
  /**
   * Whether the favorites are in Home Assistant. Needs a broker (`MQTT_URL`).
   * @example false
   */
  home_assistant?: boolean;
}

export interface UpdateProfileDto {
  /**
   * null removes it.
   * @format idn-email
   * @maxLength 254
   * @example "ada@example.org"
   */
  email?: string | null;
  /**
   * false: nothing is queued or sent.
   * @example true
   */
  notifications_enabled?: boolean;
  /** Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value. */
  notify_always?: boolean | null;
  /**
   * IANA name.
   * @maxLength 64
   * @example "Europe/Berlin"
   */
  time_zone?: string;
  /**
   * Whether the favorites are in Home Assistant. Needs a broker (`MQTT_URL`).
   * @example false
   */
  home_assistant?: boolean;
}

export interface TokenResponse {
  /** @format uuid */
  id: string;
  /** @example "dashboard" */
  name: string;
  /**
   * Id of the token that created this one, which may be revoked; if that was revoked and had a parent itself, the id of its parent. null: created on the command line, with an OpenID Connect token, or before the service recorded it.
   * @format uuid
   */
  parent: string | null;
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /** @format date-time */
  expires_at: string | null;
  /**
   * Accurate to the minute.
   * @format date-time
   */
  last_used_at: string | null;
  /** @format date-time */
  created_at: string;
}

export interface CreatedTokenResponse {
  /** @format uuid */
  id: string;
  /** @example "dashboard" */
  name: string;
  /**
   * Id of the token that created this one, which may be revoked; if that was revoked and had a parent itself, the id of its parent. null: created on the command line, with an OpenID Connect token, or before the service recorded it.
   * @format uuid
   */
  parent: string | null;
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /** @format date-time */
  expires_at: string | null;
  /**
   * Accurate to the minute.
   * @format date-time
   */
  last_used_at: string | null;
  /** @format date-time */
  created_at: string;
  /**
   * The token itself, shown only in this response.
   * @example "sut_…"
   */
  token: string;
}

export interface CreateTokenDto {
  /**
   * What the token is for.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   * @example "dashboard"
   */
  name: string;
  /**
   * A subset of the scopes of the calling token.
   * @maxItems 5
   * @minItems 1
   * @uniqueItems true
   * @example ["read"]
   */
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /**
   * When the token expires; by default, never. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
   * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
   * @example "2027-01-01T00:00:00Z"
   */
  expires_at?: string | null;
}

export interface OidcSignIn {
  /**
   * What the button says.
   * @example "Example Login"
   */
  title: string;
}

export interface SignInMethodsResponse {
  /** How one can sign in here. */
  methods: ('token' | 'link' | 'oidc')[];
  /** null: there is no OpenID Connect issuer to sign in at. */
  oidc: OidcSignIn | null;
  /**
   * `PUBLIC_URL`, or where this request went to: the address at which people use this service.
   * @format uri
   * @example "https://updates.example.org"
   */
  origin: string;
}

export interface SessionUser {
  /** @format uuid */
  id: string;
  /** @example "ada" */
  name: string;
}

export interface FeaturesResponse {
  /** Whether it can send mails. */
  mail: boolean;
  /** Which products it polls: those that somebody tracks, all, or none. */
  sources: 'tracked' | 'all' | 'off';
}

export interface CurrentSessionResponse {
  /** @format uuid */
  id: string;
  /** How they signed in: with a `token`, by a sign-in `link`, or with OpenID Connect (`oidc`). */
  means: 'token' | 'link' | 'oidc';
  /**
   * Id of the token that they signed in with: revoking it ends the session. null: there was none.
   * @format uuid
   */
  token: string | null;
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /**
   * The browser, as it named itself.
   * @example "Firefox on Linux"
   */
  agent: string;
  /** @format date-time */
  created_at: string;
  /**
   * Accurate to the minute.
   * @format date-time
   */
  last_used_at: string;
  /**
   * When it ends unless it is used.
   * @format date-time
   */
  idle_until: string;
  /**
   * When it ends in any case.
   * @format date-time
   */
  ends_at: string;
  /** Whether it is the one that asks. */
  current: boolean;
  user: SessionUser;
  features: FeaturesResponse;
  /**
   * Of the service.
   * @example "1.0.0"
   */
  version: string;
}

export interface StartSessionDto {
  /**
   * An access token of the service. It is not kept.
   * @minLength 1
   * @maxLength 200
   * @pattern \S
   * @example "sut_…"
   */
  token?: string;
  /**
   * The code of a sign-in link: what follows `#k=`.
   * @minLength 1
   * @maxLength 200
   * @pattern \S
   * @example "suc_…"
   */
  code?: string;
}

export interface SessionResponse {
  /** @format uuid */
  id: string;
  /** How they signed in: with a `token`, by a sign-in `link`, or with OpenID Connect (`oidc`). */
  means: 'token' | 'link' | 'oidc';
  /**
   * Id of the token that they signed in with: revoking it ends the session. null: there was none.
   * @format uuid
   */
  token: string | null;
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /**
   * The browser, as it named itself.
   * @example "Firefox on Linux"
   */
  agent: string;
  /** @format date-time */
  created_at: string;
  /**
   * Accurate to the minute.
   * @format date-time
   */
  last_used_at: string;
  /**
   * When it ends unless it is used.
   * @format date-time
   */
  idle_until: string;
  /**
   * When it ends in any case.
   * @format date-time
   */
  ends_at: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

export interface SignInLinkResponse {
  /**
   * To be opened on the other device. Whoever has it can use it, once. It is shown in this response only.
   * @format uri
   * @example "https://updates.example.org/sign-in#k=suc_x4Kq2w"
   */
  url: string;
  /**
   * Until when it can be used.
   * @format date-time
   */
  ends_at: string;
}

export interface AuditedResource {
  type:
    | 'user'
    | 'token'
    | 'session'
    | 'profile'
    | 'channel'
    | 'feed'
    | 'favorite'
    | 'tag'
    | 'software'
    | 'catalogue'
    | 'knowledge'
    | 'secrets'
    | 'inventory';
  /**
   * The resource may have been deleted since.
   * @format uuid
   */
  id: string | null;
}

export interface AuditedUser {
  /** @format uuid */
  id: string;
  /** @example "ada" */
  name: string | null;
}

export interface AuditResponse {
  /** @format uuid */
  id: string;
  /** @format date-time */
  created_at: string;
  /** @example "favorite.updated" */
  action:
    | 'user.created'
    | 'user.disabled'
    | 'user.enabled'
    | 'user.deleted'
    | 'token.created'
    | 'token.revoked'
    | 'session.link-created'
    | 'session.link-removed'
    | 'session.created'
    | 'session.ended'
    | 'profile.updated'
    | 'channel.created'
    | 'channel.updated'
    | 'channel.secret-rotated'
    | 'channel.confirmation-requested'
    | 'channel.confirmed'
    | 'channel.unsubscribed'
    | 'channel.disabled'
    | 'channel.deleted'
    | 'feed.created'
    | 'feed.rotated'
    | 'feed.deleted'
    | 'favorite.created'
    | 'favorite.updated'
    | 'favorite.advisory-triaged'
    | 'favorite.advisory-untriaged'
    | 'favorite.policy-updated'
    | 'favorite.probe-set'
    | 'favorite.probe-removed'
    | 'favorite.deleted'
    | 'tag.renamed'
    | 'tag.deleted'
    | 'software.created'
    | 'software.added'
    | 'software.source-set'
    | 'software.source-removed'
    | 'software.notes-source-set'
    | 'software.notes-source-removed'
    | 'software.ordering-changed'
    | 'software.identifiers-set'
    | 'catalogue.imported'
    | 'knowledge.accepted'
    | 'secrets.rotated'
    | 'inventory.created'
    | 'inventory.updated'
    | 'inventory.imported'
    | 'inventory.decided'
    | 'inventory.deleted';
  resource: AuditedResource;
  /** null: the command line, or the service itself. */
  user: AuditedUser | null;
  /** How they did it: a `token` of the service, an `oidc` token, the `session` of a browser, a `link` in a message that this user received, the `cli`, or the `service` itself. */
  means: 'token' | 'oidc' | 'session' | 'link' | 'cli' | 'service';
  /** The id of the token or of the session, or the subject of an OpenID Connect token. */
  credential: string | null;
  /** `X-Request-Id` of the request. */
  request_id: string | null;
  /**
   * Depends on the action: names of the given fields, ids, counts. No values of settings.
   * @example {"fields":["version"],"version":"01890a5d-ac96-774b-bcce-b302099a8057"}
   */
  details: Record<string, any>;
}

export interface PublisherSoftwareResponse {
  /** @format uuid */
  id: string;
  /** @example "Firefox" */
  title: string;
  ShortDescription: string | null;
  description: string | null;
  url: string | null;
  /**
   * When the product or its versions last changed upstream, as far as known. Never goes back.
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  last_update: string;
  is_favorite: boolean;
  links: SoftwareLinks;
}

export interface IdentifiersResponse {
  /** In the order of type and value, each value once. */
  identifiers: IdentifierResponse[];
}

export interface WriteIdentifierDto {
  /** `purl`: a package URL without a version; `cpe`: `part:vendor:product`; `repology`: a project of Repology; `alias`: any other name, in lower case. */
  type: 'purl' | 'cpe' | 'repology' | 'alias';
  /**
   * Stored in canonical form, which has at most 255 characters.
   * @minLength 1
   * @maxLength 2048
   * @pattern \S
   * @example "pkg:npm/express"
   */
  value: string;
}

export interface WriteIdentifiersDto {
  /**
   * All that the API gives to the product.
   * @maxItems 100
   */
  identifiers: WriteIdentifierDto[];
}

export interface TimelineResponse {
  /**
   * The newest series, at most 12, the newest first; each can be the `series` of a policy.
   * @example ["1.31","1.30"]
   */
  series: string[];
  id: string[];
  /**
   * The labels.
   * @example ["1.30.4","1.31.0"]
   */
  version: string[];
  /**
   * `created_at` of the versions.
   * @example ["2026-10-21T00:00:00.000000Z","2026-11-18T00:00:00.000000Z"]
   */
  released_at: string[];
  /**
   * The place of its series in `series`; null = an older one, or none.
   * @example [1,0]
   */
  series_no: (number | null)[];
  /**
   * The step from the release before it in the version order, which is no pre-release and was not withdrawn; null = there is none.
   * @example ["patch","minor"]
   */
  kind: ('major' | 'minor' | 'patch' | 'other')[];
  /**
   * `latest` is of the product, and no pre-release. Of the caller's favorite: `in_use`, `available` (on offer), and `notified` (at least one channel accepted a message about it); `newer` is higher than the version in use.
   * @example [["in_use"],["latest","available"]]
   */
  flags: ('prerelease' | 'withdrawn' | 'latest' | 'in_use' | 'notified' | 'available' | 'newer')[][];
}

export interface VersionDetailsResponse {
  /**
   * Its release notes, where the source names them.
   * @format uri
   */
  notes_url: string | null;
  prerelease: boolean;
  /**
   * When its source withdrew it.
   * @format date-time
   */
  withdrawn_at: string | null;
  /**
   * Why it is never offered although its source lists it; null = it may be offered.
   * @example "It is deprecated: use 2.0"
   */
  left_out: string | null;
  /**
   * The step to it from the caller's version in use; null when the product is no favorite, or this is not newer.
   * @example "minor"
   */
  kind: 'major' | 'minor' | 'patch' | 'other';
}

export interface ListedVersionResponse {
  /** @format uuid */
  id: string;
  /**
   * The label, exactly as its source writes it.
   * @example "143.0.1"
   */
  version: string;
  /**
   * The release date if the source gives one, else the time at which it was added.
   * @format date-time
   * @example "2026-11-18T00:00:00.000000Z"
   */
  created_at: string;
  /** With `includeDetails`. */
  details?: VersionDetailsResponse;
}

export interface NoteInline {
  type: 'strong' | 'em' | 'del' | 'code' | 'link' | 'break';
  /** Of all but `code` and `break`. */
  children?: (string | NoteInline)[];
  /** Of `code`. */
  text?: string;
  /**
   * Of `link`: http or https.
   * @format uri
   */
  url?: string;
}

export interface NoteBlock {
  type: 'heading' | 'paragraph' | 'list' | 'code' | 'quote' | 'rule' | 'table';
  /**
   * Of `heading`.
   * @min 1
   * @max 6
   */
  level?: number;
  /** Of `heading` and `paragraph` inlines, of `quote` blocks. */
  children?: (string | NoteInline | NoteBlock)[];
  /** Of `list`. */
  ordered?: boolean;
  /**
   * Of an ordered `list`: its first number.
   * @min 0
   */
  start?: number;
  /** Of `list`. */
  items?: NoteBlock[][];
  /** Of `code`. */
  text?: string;
  /** Of `code`. */
  language?: string;
  /** Of `table`. */
  header?: (string | NoteInline)[][];
  /** Of `table`. */
  rows?: (string | NoteInline)[][][];
}

export interface NotesSecurity {
  /**
   * CVE and GHSA ids.
   * @example ["CVE-2026-42533"]
   */
  ids: string[];
  /** The words speak of security. */
  mentions: boolean;
}

export interface ChangedVersionResponse {
  /** @format uuid */
  id: string;
  /** @example "1.12" */
  version: string;
  /** @format date-time */
  created_at: string;
  prerelease: boolean;
  /**
   * Where their authors show the notes.
   * @format uri
   */
  url: string | null;
  /**
   * In the `format` asked for; null = there are none. No images, no scripts; links lead to http(s) only.
   * @example "- Faster start"
   */
  notes: (string | NoteBlock[]) | null;
  /**
   * What the notes call a breaking change.
   * @example ["The configuration moved"]
   */
  breaking: string[];
  security: NotesSecurity;
  /** The notes are longer. */
  cut: boolean;
}

export interface MoreChanges {
  /**
   * For the parameter `cursor`.
   * @example "WyItY2hhbmdlcyIsMF0"
   */
  cursor: string;
  /**
   * The next page.
   * @format uri
   */
  url: string;
}

export interface ChangesResponse {
  /** Above this version; null = from the first one. */
  from: string | null;
  /** Up to this version; null = to the newest one. */
  to: string | null;
  /** Newest first. */
  versions: ChangedVersionResponse[];
  /**
   * How many of them have no notes.
   * @min 0
   */
  without_notes: number;
  /** Older versions follow; null = these are all. */
  more: MoreChanges | null;
}

export interface CycleResponse {
  /** @example "14" */
  cycle: string;
  /** What people call it. */
  label: string | null;
  state: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
  /** @format date */
  released_on: string | null;
  /**
   * Since when it is a long-term support release; null = it is none.
   * @format date
   */
  lts_from: string | null;
  /** @format date */
  active_until: string | null;
  /**
   * The last day of security support for the majority of users; null = no day is known.
   * @format date
   */
  eol_on: string | null;
  /** @format date */
  extended_until: string | null;
  /** Its newest version. */
  latest: string | null;
  link: string | null;
  /** Whether it is no longer listed: what was known of it is kept. */
  gone: boolean;
}

export interface LifecycleResponse {
  /**
   * The day on which this was so.
   * @format date
   */
  as_of: string | null;
  /** Whether whoever is asked for it has not answered for more than three days. */
  stale: boolean;
  /** Who says so: `endoflife.date`, or `record`. */
  source: string | null;
  /** The newest first; those without an order last. */
  cycles: CycleResponse[];
}

export interface ExploitedResponse {
  source: 'CISA' | 'ENISA';
  /**
   * Since when it is on their list.
   * @format date
   * @example "2026-08-12"
   */
  since: string;
}

export interface AffectedResponse {
  /** By what it names the product. */
  type: 'purl' | 'cpe' | 'repo';
  /**
   * A package URL without version, or a CPE as part:vendor:product.
   * @example "pkg:npm/express"
   */
  value: string;
  origin: 'vendor' | 'package' | 'bitnami' | 'overrides' | 'repository';
  /** The version scheme in which the events are in order; `product`: that of the product; null = only `versions` count. */
  scheme: string | null;
  /**
   * Ranges of affected versions as the record gives them: events `introduced`, `introduced_after`, `fixed` and `last_affected`.
   * @example [[{"introduced":"0"},{"fixed":"1.30.4"}]]
   */
  ranges: Record<string, string>[][];
  /**
   * The same as a version range (`vers`); null = its versions cannot be ordered by its type.
   * @example "vers:npm/<4.19.2"
   */
  vers: string | null;
  /**
   * Affected versions, whatever the ranges say.
   * @example ["1.30.1"]
   */
  versions: string[];
  /** Whether it says the opposite: that these versions are not affected. */
  denied: boolean;
  /** Why they are not. */
  reason: string | null;
}

export interface RecordResponse {
  /**
   * The id of the record in its database.
   * @example "GHSA-rv95-896h-c2vc"
   */
  record: string;
  /**
   * The name of the database.
   * @example "GitHub"
   */
  database: string;
  /** @example ["CVE-2024-29041"] */
  aliases: string[];
  summary: string | null;
  /** `unknown`: nobody says. */
  severity: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
  /** CVSS vector. */
  cvss: string | null;
  url: string | null;
  /** @format date */
  published: string | null;
  /** @format date */
  modified: string | null;
  affected: AffectedResponse[];
}

export interface AdvisoryResponse {
  /** Who knows that it is exploited; empty = nobody says so. */
  exploited: ExploitedResponse[];
  /**
   * EPSS of FIRST: the probability of an exploit in the next 30 days; null = unknown.
   * @format double
   * @min 0
   * @max 1
   */
  epss: number | null;
  /**
   * Its CVE id; else its GHSA id, or that of the record.
   * @example "CVE-2024-29041"
   */
  vulnerability: string;
  records: RecordResponse[];
}

export interface AssessedByResponse {
  /**
   * A database that knows the product.
   * @example "Bitnami"
   */
  database: string;
  /**
   * The newest day of what is known from there.
   * @format date
   */
  as_of: string | null;
}

export interface StatementResponse {
  /**
   * The id of the record in its database.
   * @example "GHSA-rv95-896h-c2vc"
   */
  record: string;
  /** @example "GitHub" */
  database: string;
  origin: 'vendor' | 'package' | 'bitnami' | 'overrides' | 'repository';
  /** `open`: affected, by a range that names no end. `unknown`: it cannot be told from the record. `denied`: it names the version as not affected. */
  verdict: 'affected' | 'open' | 'unaffected' | 'unknown' | 'denied';
  /** The lowest version that fixes it. */
  fixed: string | null;
  /** With `denied`: why. */
  reason: string | null;
  /** `unknown`: nobody says. */
  severity: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
}

export interface FindingResponse {
  /** Who knows that it is exploited; empty = nobody says so. */
  exploited: ExploitedResponse[];
  /**
   * EPSS of FIRST: the probability of an exploit in the next 30 days; null = unknown.
   * @format double
   * @min 0
   * @max 1
   */
  epss: number | null;
  /** @example "CVE-2024-29041" */
  vulnerability: string;
  /** `open`: nobody names an end of the affected range. `disputed`: two origins disagree about the version. `not_affected`: the vendor names it as not affected. */
  state: 'affected' | 'open' | 'disputed' | 'not_affected';
  /** `unknown`: nobody says. */
  severity: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
  /** The lowest version that fixes it; null = none is named. */
  fixed: string | null;
  /** With `not_affected`: why. */
  reason: string | null;
  summary: string | null;
  /** CVSS vector. */
  cvss: string | null;
  url: string | null;
  /** The most trusted origin first. */
  records: StatementResponse[];
}

export interface VersionAdvisoryResponse {
  /** The first of these that applies. `none-known`: the databases of `assessed` name none. `not-assessed`: no database knows the product, or none is named and the support of the version has ended, as databases do not look at such versions. */
  state: 'affected' | 'open' | 'disputed' | 'none-known' | 'not-assessed';
  /** By name; empty = nobody knows the product. */
  assessed: AssessedByResponse[];
  /** In the order of their names. */
  findings: FindingResponse[];
}

export interface RejectedLine {
  /**
   * @min 1
   * @example 3
   */
  line: number;
  /**
   * The invalid field, such as `versions[3].released_at`; null if the problem is not about a single field.
   * @example "software.name"
   */
  field: string | null;
  /**
   * A sentence that also names the field.
   * @example "software.name must not be empty"
   */
  reason: string;
}

export interface OutdatedLine {
  /**
   * The first line that has it.
   * @min 1
   * @example 1
   */
  line: number;
  /** @example "feed" */
  field: string | null;
  /**
   * A sentence that names what to use instead.
   * @example "feed is called source now; the old name is read until 0.2"
   */
  reason: string;
}

export interface ImportResponse {
  /**
   * Publishers added or changed.
   * @min 0
   * @example 1
   */
  publishers: number;
  /**
   * Products added or changed.
   * @min 0
   * @example 1
   */
  software: number;
  /**
   * Versions added or changed.
   * @min 0
   * @example 12
   */
  versions: number;
  /**
   * Lines that changed nothing.
   * @min 0
   * @example 0
   */
  unchanged: number;
  /**
   * Lines rejected.
   * @min 0
   * @example 1
   */
  rejected: number;
  /** The first 100 rejected lines, and why. */
  rejections: RejectedLine[];
  /** Names that a later version no longer reads, each once. */
  warnings: OutdatedLine[];
}

export interface SourceTypeResponse {
  /** @example "github-releases" */
  type: string;
  /** @example "GitHub releases" */
  title: string;
  /** Whether a response of the source lists every version: then a missing one was withdrawn. */
  lists_everything: boolean;
  /** The plug-in that brought this type, by the name of its package; null when it is the service's own. */
  plugin: string | null;
  /**
   * JSON Schema of the settings; secrets are `writeOnly`.
   * @example {"type":"object","properties":{"repository":{"type":"string","maxLength":255},"token":{"type":"string","writeOnly":true}},"required":["repository"],"additionalProperties":false}
   */
  settings: Record<string, any>;
}

export interface SourceResponse {
  /** `off`: polling is disabled (`SOURCES`); `resting`: nobody tracks the product (`SOURCES=tracked`); `new`: not polled yet. */
  state: 'off' | 'resting' | 'new' | 'ok' | 'failing';
  /** @format date-time */
  last_attempt: string | null;
  /** @format date-time */
  last_success: string | null;
  /** Why the last poll brought no answer; null when it did. */
  last_error: string | null;
  /**
   * Why not all releases were read, such as too many pages. What was not read does not count as withdrawn.
   * @example "Only the first 1400 entries of the list were read"
   */
  notice: string | null;
  /**
   * Polls that failed in a row.
   * @min 0
   * @example 0
   */
  failures: number;
  /**
   * When the first of them failed.
   * @format date-time
   */
  failing_since: string | null;
  /**
   * The earliest time of the next poll, pauses of its host included; null while it is `off` or `resting`.
   * @format date-time
   */
  next_attempt: string | null;
  /** @example "github-releases" */
  type: string;
  /**
   * Secrets are masked.
   * @example {"repository":"nginx/nginx"}
   */
  settings: Record<string, any>;
  /** null: by the age of the last release. */
  interval: string | null;
}

export interface WriteSourceDto {
  /**
   * One of `GET /source-type`.
   * @minLength 1
   * @maxLength 32
   * @pattern \S
   * @example "github-releases"
   */
  type: string;
  /**
   * By the JSON Schema of the type. A secret that is left out keeps its value while the type and all addresses stay the same.
   * @example {"repository":"nginx/nginx"}
   */
  settings: Record<string, any>;
  /**
   * Time between two polls, 10m to 1d; null or left out: by the age of the last release, up to a day.
   * @pattern ^\s*(\d{1,9})\s*([smhdwSMHDW])\s*$
   * @example "6h"
   */
  interval?: string | null;
}

export interface ListedSoftware {
  /** @format uuid */
  id: string;
  /** @example "nginx" */
  name: string;
}

export interface ListedSourceResponse {
  /** `off`: polling is disabled (`SOURCES`); `resting`: nobody tracks the product (`SOURCES=tracked`); `new`: not polled yet. */
  state: 'off' | 'resting' | 'new' | 'ok' | 'failing';
  /** @format date-time */
  last_attempt: string | null;
  /** @format date-time */
  last_success: string | null;
  /** Why the last poll brought no answer; null when it did. */
  last_error: string | null;
  /**
   * Why not all releases were read, such as too many pages. What was not read does not count as withdrawn.
   * @example "Only the first 1400 entries of the list were read"
   */
  notice: string | null;
  /**
   * Polls that failed in a row.
   * @min 0
   * @example 0
   */
  failures: number;
  /**
   * When the first of them failed.
   * @format date-time
   */
  failing_since: string | null;
  /**
   * The earliest time of the next poll, pauses of its host included; null while it is `off` or `resting`.
   * @format date-time
   */
  next_attempt: string | null;
  software: ListedSoftware;
  /** @example "github-releases" */
  type: string;
  /**
   * The host that is asked.
   * @example "api.github.com"
   */
  host: string;
  /**
   * Until when its host is not asked.
   * @format date-time
   */
  host_rests_until: string | null;
}

export interface SourcePreviewResponse {
  /**
   * Entries that the source lists.
   * @min 0
   * @example 1204
   */
  total: number;
  /**
   * Those of them that are releases to be offered.
   * @min 0
   * @example 312
   */
  versions: number;
  /** The newest five, newest first; pre-releases if there is no release. */
  newest: PreviewVersionResponse[];
  /** The others, by reason, the most frequent first. */
  left_out: LeftOutResponse[];
  /** Of images and repositories: the forms that the tags have, the chosen one first and then the most frequent; up to 20. Empty for other sources. */
  forms: TagFormResponse[];
  /**
   * Why not all entries were read.
   * @example "Only the first 300 entries of the list were read"
   */
  notice: string | null;
  source: PreviewedSourceResponse;
  ordering: OrderingResponse;
}

export interface WriteOrderingDto {
  /**
   * How versions are compared.
   * @example "semver"
   */
  scheme?:
    | 'generic'
    | 'semver'
    | 'pep440'
    | 'debian'
    | 'rpm'
    | 'maven'
    | 'calver'
    | 'date'
    | 'gem'
    | 'composer'
    | 'nuget'
    | 'go'
    | 'pub'
    | 'pvp'
    | 'cran'
    | 'apk'
    | 'alpm';
  /**
   * The order of the fields, for the scheme `calver`; null: none.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   */
  calver_pattern?: string | null;
  /**
   * RE2 with one group, which captures the version in a label; null: the label is the version.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "^v([0-9.]+)$"
   */
  tag_pattern?: string | null;
  /**
   * RE2: labels that it matches are left out; null: none.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   */
  ignore_pattern?: string | null;
  /**
   * RE2: labels that it matches are pre-releases; null: none.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   */
  prerelease_pattern?: string | null;
}

export interface PreviewSourceDto {
  /**
   * One of `GET /source-type`. Default: that of the product.
   * @minLength 1
   * @maxLength 32
   * @pattern \S
   * @example "docker-tags"
   */
  type?: string;
  /**
   * By the JSON Schema of the type. Default: those of the product. A secret that is left out keeps its value while the type and all addresses stay the same.
   * @example {"image":"library/nginx"}
   */
  settings?: Record<string, any>;
  /** What is left out of it is that of the product. */
  ordering?: WriteOrderingDto;
}

export interface NotesSourceResponse {
  /** null: nowhere. */
  from: 'source' | 'github' | 'gitlab' | 'forgejo' | 'changelog';
  /** @example {"repository":"nginx/nginx"} */
  settings: Record<string, any>;
  /** Somebody has set it; else it follows from source and identifiers. */
  is_set: boolean;
  /**
   * Not of `source`.
   * @format date-time
   */
  last_attempt: string | null;
  /** Why notes could not be read. */
  last_error: string | null;
  /**
   * The earliest next time, if tracked.
   * @format date-time
   */
  next_attempt: string | null;
}

export interface WriteNotesSourceDto {
  /**
   * `source`: with its versions, from its source, or not at all.
   * @minLength 1
   * @maxLength 16
   * @pattern \S
   */
  from: 'source' | 'github' | 'gitlab' | 'forgejo' | 'changelog';
  /**
   * `github`: `repository`, `server`. `gitlab`: `project`, `server`. `forgejo`: `server`, `repository`. `changelog`: `url`, `format` (`markdown`, `rst`, `html`, `text`). None for `source`.
   * @example {"repository":"nginx/nginx"}
   */
  settings?: Record<string, any>;
}

export interface KnowledgeResponse {
  /** @example "endoflife" */
  provider: string;
  /** @example "endoflife.date" */
  title: string;
  /** Whether it has an address, so that it is asked. */
  configured: boolean;
  /** `off`: it is not asked. `waiting`: it has not been asked yet. `failing`: it did not answer, or not as it should. `held`: its last import would change so much that it waits for `knowledge accept`. */
  state: 'off' | 'waiting' | 'ok' | 'failing' | 'held';
  /**
   * The day on which what it said was so, from an answer or a file; null = nothing is known.
   * @format date
   */
  as_of: string | null;
  /** Whether it is asked and has not answered for more than three days. */
  stale: boolean;
  /**
   * Records of the last answer or file, such as release cycles.
   * @min 0
   */
  records: number;
  /**
   * Records that could not be taken.
   * @min 0
   */
  rejected: number;
  /**
   * Products of the catalogue that it tells of.
   * @min 0
   */
  matched: number;
  /**
   * When it answered last.
   * @format date-time
   */
  answered_at: string | null;
  /**
   * Failures in a row.
   * @min 0
   */
  failures: number;
  last_error: string | null;
  /** Why its last import is held; null = it is not. */
  held_because: string | null;
  /**
   * When it is asked next; null = never.
   * @format date-time
   */
  next_at: string | null;
}

export interface BulkFailure {
  /** @format uuid */
  favorite: string;
  problem: BulkProblem;
}

export interface BulkAnswer {
  /**
   * For the undo.
   * @format uuid
   */
  id: string;
  /**
   * `running`: in the background; `GET /favorite/bulk/{id}` tells how far it is.
   * @example "done"
   */
  state: 'running' | 'done';
  /** @example "update" */
  action: 'update' | 'skip' | 'snooze' | 'unsnooze' | 'mute' | 'unmute' | 'delete' | 'policy' | 'tag' | 'untag';
  /**
   * How many favorites were selected.
   * @min 0
   * @example 12
   */
  matched: number;
  /**
   * How many of them it has come to.
   * @min 0
   * @example 12
   */
  done: number;
  /**
   * How many were changed. The others failed, or were so already: an update without a version on offer changes nothing.
   * @min 0
   * @example 12
   */
  changed: number;
  /**
   * How many failed.
   * @min 0
   * @example 0
   */
  failed_total: number;
  /**
   * Those that failed, and why; the first 1000.
   * @maxItems 1000
   */
  failed: BulkFailure[];
}

export interface UrgentDto {
  /** `exploited`: if the vulnerability is known to be exploited; `critical`: also if it is critical. */
  from: 'exploited' | 'critical';
  /**
   * Days after its release.
   * @min 0
   * @max 3650
   * @example 1
   */
  minimum_age_days: number;
}

export interface UpdatePolicyDto {
  /** Whether pre-releases count as updates. */
  include_prereleases?: boolean;
  /**
   * Stay on this series.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "16"
   */
  series?: string | null;
  /**
   * Versions to skip, without duplicates. Nothing up to the highest of them is offered; of a series, only those in it count. Cleared when the favorite moves to another product.
   * @maxItems 200
   * @example ["16.2"]
   */
  skip?: string[];
  /**
   * No updates until then. At the end of the snooze, an update that was notified before it is notified once more. Ends when the favorite moves to another product. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
   * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
   * @example "2026-12-01"
   */
  snoozed_until?: string | null;
  /**
   * Days after its release before a version counts as an update. 0 is the same as null.
   * @min 0
   * @max 3650
   * @example 7
   */
  minimum_age_days?: number | null;
  /**
   * Ids of the channels to use if `use_default_notification` is false.
   * @maxItems 50
   */
  channels?: string[];
  /**
   * Time between reminders (`notify_always`): a duration such as 12h or 7d, at least 1h.
   * @pattern ^\s*(\d{1,9})\s*([smhdwSMHDW])\s*$
   * @example "7d"
   */
  remind_every?: string | null;
  /**
   * Days before the end of support on which to notify; `0` is the day itself. Empty: never.
   * @maxItems 12
   * @example [90,30,7,0]
   */
  support_notice?: number[] | null;
  /** Which end of support counts: `eol`, of free security support; `active`, of active development; `extended`, of paid or extended support. Where a product has no such date, `eol`. */
  support_basis?: 'eol' | 'active' | 'extended';
  /**
   * Until when you have support of your own, such as a contract. It counts instead of what is published. Cleared when the favorite moves to another product.
   * @format date
   * @example "2028-12-31"
   */
  supported_until?: string | null;
  /** Of which vulnerabilities of the version in use to notify: `exploited`, those known to be exploited; `critical`, also critical ones and those that are likely to be exploited (EPSS of 0.1 or more); `high`, also high ones; `all`; `off`. */
  advisories?: 'exploited' | 'critical' | 'high' | 'all' | 'off';
  /** A version that fixes a vulnerability of the version in use counts as an update after this age, which is shorter than `minimum_age_days`. Skipped versions and a snooze are left as they are. Null: off. */
  urgent?: UrgentDto | null;
}

export interface BulkDto {
  /**
   * `update`: to the version on offer. `skip`: offers nothing up to that version. `snooze`: until `until`. `unsnooze`: ends the snooze. `mute`, `unmute`: `notifications_enabled`. `delete`: with notes and notifications. `policy`: writes the fields of `policy`. `tag`, `untag`: gives and takes `tags`.
   * @example "update"
   */
  action: 'update' | 'skip' | 'snooze' | 'unsnooze' | 'mute' | 'unmute' | 'delete' | 'policy' | 'tag' | 'untag';
  /**
   * Ids of favorites. This or `filter`.
   * @maxItems 500
   * @minItems 1
   * @uniqueItems true
   */
  ids?: string[];
  /**
   * The filters of `GET /favorite` by their names, such as `{"update_available": true, "software[like]": "red"}`. All favorites with `{}`.
   * @example {"update_available":true,"software[like]":"red"}
   */
  filter?: Record<string, string | boolean | (string | boolean)[]>;
  /**
   * With `filter`: ids of favorites to leave out.
   * @maxItems 500
   * @uniqueItems true
   */
  except?: string[];
  /**
   * With `filter`, required: how many favorites match, without those of `except`. If it is another number by now, nothing is changed (409).
   * @min 0
   * @max 1000000
   * @example 12
   */
  expect?: number;
  /**
   * With `snooze`, required: its end. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
   * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
   * @example "2026-12-01"
   */
  until?: string;
  /** With `policy`, required: the fields to write; those that are left out stay. */
  policy?: UpdatePolicyDto;
  /** With `policy`: whether the channels of the profile are used. If it is left out, `false` with `policy.channels`, else as before. */
  use_default_notification?: boolean;
  /**
   * With `tag` and `untag`, required. Words of your own, at most 20. Case does not count: one that you have already is shown as you first wrote it. No commas and no control characters.
   * @maxItems 20
   * @minItems 1
   * @example ["production"]
   */
  tags?: string[];
  /**
   * By id of a favorite, the id of the version on offer that was seen. A favorite with another one by now is not changed, and is in `failed`.
   * @example {"01890a5d-ac96-774b-bcce-b302099a8057":"01890a5d-ac97-7d0a-8a3c-6a5e7c1f2b3d"}
   */
  versions?: Record<string, string>;
}

export interface BulkResponse {
  /** @format uuid */
  id: string;
  /**
   * What goes on in the background: `running`, or its undo; `done`: nothing.
   * @example "done"
   */
  state: 'running' | 'undoing' | 'done';
  /** @example "update" */
  action: 'update' | 'skip' | 'snooze' | 'unsnooze' | 'mute' | 'unmute' | 'delete' | 'policy' | 'tag' | 'untag';
  /**
   * @min 0
   * @example 12
   */
  matched: number;
  /**
   * How many were changed so far.
   * @min 0
   * @example 12
   */
  changed: number;
  /** @format date-time */
  created_at: string;
  /**
   * Until when it can be undone.
   * @format date-time
   */
  undo_until: string;
  /**
   * When its undo began; null: it was not undone.
   * @format date-time
   */
  undone_at: string | null;
}

export interface NotRestoredFavorite {
  /** @format uuid */
  favorite: string;
  /** `changed`: something changed the favorite after it. `gone`: the favorite or its product is no longer there. `tracked`: the product is a favorite again. `limit`: there are as many favorites as a user may have. `refused`: the product no longer takes the former version or series. */
  reason: 'changed' | 'gone' | 'tracked' | 'limit' | 'refused';
}

export interface UndoAnswer {
  /** @format uuid */
  id: string;
  /**
   * `running`: in the background; `GET /favorite/bulk/{id}` tells how far it is.
   * @example "done"
   */
  state: 'running' | 'done';
  /**
   * How many favorites there were to restore.
   * @min 0
   * @example 12
   */
  matched: number;
  /**
   * How many favorites were restored.
   * @min 0
   * @example 11
   */
  restored: number;
  /**
   * How many were not.
   * @min 0
   * @example 1
   */
  skipped_total: number;
  /**
   * Those that were not, and why; the first 1000.
   * @maxItems 1000
   */
  skipped: NotRestoredFavorite[];
}

export interface BulkOutcome {
  /** @format uuid */
  id: string;
  /**
   * What goes on in the background: `running`, or its undo; `done`: nothing.
   * @example "done"
   */
  state: 'running' | 'undoing' | 'done';
  /** @example "update" */
  action: 'update' | 'skip' | 'snooze' | 'unsnooze' | 'mute' | 'unmute' | 'delete' | 'policy' | 'tag' | 'untag';
  /**
   * @min 0
   * @example 12
   */
  matched: number;
  /**
   * How many were changed so far.
   * @min 0
   * @example 12
   */
  changed: number;
  /** @format date-time */
  created_at: string;
  /**
   * Until when it can be undone.
   * @format date-time
   */
  undo_until: string;
  /**
   * When its undo began; null: it was not undone.
   * @format date-time
   */
  undone_at: string | null;
  /** So far, if it is done in the background; null: it was answered at once, or is undone. */
  operation: BulkAnswer | null;
  /** So far, if it is undone in the background; null: it is not. */
  undo: UndoAnswer | null;
}

export interface HistoryProduct {
  /** @format uuid */
  id: string;
  /** @example "Grafana" */
  name: string;
}

export interface HistoryMeans {
  /** As in the audit log. */
  kind: 'token' | 'oidc' | 'session' | 'link' | 'cli' | 'service';
  /**
   * The name of the token, or the browser of the session; null: it is gone, or has none.
   * @example "ci"
   */
  name: string | null;
}

export interface HistoryResponse {
  /** @format uuid */
  id: string;
  /**
   * As in bulk operations. `unskip`: ended a skip. `edit`: wrote several fields, or notes. `move`: to another product. `import`: the upload of an inventory.
   * @example "update"
   */
  action:
    | 'update'
    | 'skip'
    | 'snooze'
    | 'unsnooze'
    | 'mute'
    | 'unmute'
    | 'delete'
    | 'policy'
    | 'tag'
    | 'untag'
    | 'unskip'
    | 'edit'
    | 'move'
    | 'import';
  /**
   * How many products it changed.
   * @min 1
   * @example 1
   */
  changed: number;
  /**
   * The first of them, as far as they still exist.
   * @maxItems 3
   */
  products: HistoryProduct[];
  /**
   * The version before, of one product.
   * @example "11.2.0"
   */
  from: string | null;
  /**
   * The version after, or the one that is skipped, of one product.
   * @example "11.3.0"
   */
  to: string | null;
  /**
   * The end of a snooze.
   * @format date-time
   */
  until: string | null;
  /**
   * Names of the fields that were written.
   * @maxItems 20
   * @example ["version"]
   */
  fields: string[];
  /**
   * That were given or taken.
   * @maxItems 20
   * @example []
   */
  tags: string[];
  /**
   * Name of the inventory.
   * @example "web-1"
   */
  inventory: string | null;
  /** How it was done; null: not known. */
  by: HistoryMeans | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  undone_at: string | null;
  /** Whether it can be undone. `undone`: it was. `changed`: something changed all of it after that. `impossible`: such a change, or an upload, cannot be undone. Of many products, some may not come back although it is `possible`. */
  undo: 'possible' | 'undone' | 'changed' | 'impossible';
}

export interface SeriesFix {
  /** @example "16.14" */
  version: string;
  /**
   * How many of `known` it does not have.
   * @min 0
   * @example 44
   */
  fixes: number;
}

export interface RiskResponse {
  /** `unclear`: databases name no fix, or disagree. `not-assessed`: no database knows the product, or support of the version in use has ended, so that nobody looks at it any more. `none-known` does not say that there is none. */
  state: 'vulnerable' | 'unclear' | 'none-known' | 'not-assessed';
  /**
   * Vulnerabilities that the version in use has.
   * @min 0
   * @example 4
   */
  known: number;
  /**
   * @min 0
   * @example 1
   */
  critical: number;
  /**
   * @min 0
   * @example 2
   */
  high: number;
  /**
   * Known to be exploited.
   * @min 0
   * @example 1
   */
  exploited: number;
  /**
   * Not in `known`: no database names a version that fixes it.
   * @min 0
   * @example 0
   */
  open: number;
  /**
   * Not in `known`: databases disagree about the version.
   * @min 0
   * @example 0
   */
  disputed: number;
  /** The worst severity; null without a vulnerability. */
  severity: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
  /**
   * The highest probability of an exploit within 30 days, by EPSS of FIRST; null: not known.
   * @format double
   * @min 0
   * @max 1
   * @example 0.12
   */
  epss: number | null;
  /**
   * How many of `known` the available version does not have.
   * @min 0
   * @example 4
   */
  fixed_by_update: number;
  /**
   * How many of `known` are left after that update.
   * @min 0
   * @example 0
   */
  remaining: number;
  /** The newest stable version of the release cycle of the version in use, where that fixes some of `known` and is not the available one. */
  in_series: SeriesFix | null;
  /**
   * The databases that know the product.
   * @example ["Bitnami"]
   */
  assessed: string[];
  /**
   * The day of the newest of their records.
   * @format date
   */
  as_of: string | null;
}

export interface TriageResponse {
  /** `not_affected`: it does not concern this use of the product. `accepted`: the risk is taken. Neither counts in `risk` any more. `in_triage`: it is being looked at, and counts. */
  state: 'not_affected' | 'accepted' | 'in_triage';
  /**
   * The last day on which it holds (UTC); null: for good.
   * @format date
   */
  until: string | null;
  /**
   * Why, for whoever reads it later.
   * @example "The module is not loaded."
   */
  reason: string;
  /** Whether to look at it again: since it was decided, a fix has appeared, or it is known to be exploited. */
  needs_review: boolean;
  /**
   * @format date-time
   * @example "2026-11-26T08:30:00.000000Z"
   */
  decided_at: string;
}

export interface FavoriteAdvisory {
  /**
   * Its CVE id, else that of its database.
   * @example "CVE-2026-42533"
   */
  id: string;
  /** `open`: no database names a version that fixes it. `disputed`: databases disagree about the version. `not_affected`: the vendor says that the version does not have it, and it does not count. */
  state: 'affected' | 'open' | 'disputed' | 'not_affected';
  severity: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
  summary: string | null;
  /** @format uri */
  url: string | null;
  /** Whether it is known to be exploited. `GET /api/v1/advisory/{id}` says by whom. */
  exploited: boolean;
  /**
   * Probability of an exploit within 30 days, by EPSS of FIRST; null: not known.
   * @format double
   * @min 0
   * @max 1
   * @example 0.12
   */
  epss: number | null;
  /**
   * The lowest version that fixes it.
   * @example "1.30.4"
   */
  fixed: string | null;
  /** With `not_affected`: why, in the words of the vendor; null: it is fixed there, or nobody says. */
  reason: string | null;
  /** Whether the available version does not have it. */
  fixed_by_update: boolean;
  /**
   * When it became known here that the version has it.
   * @format date-time
   */
  found_at: string;
  /** The caller's decision; null: none. */
  triage: TriageResponse | null;
}

export interface FavoriteAdvisories {
  risk: RiskResponse;
  /**
   * The exploited and the worst ones first, at most 1000.
   * @maxItems 1000
   */
  advisories: FavoriteAdvisory[];
  /**
   * How many there are beyond these.
   * @min 0
   * @example 0
   */
  more: number;
}

export interface WriteTriageDto {
  /** `not_affected`: it does not concern this use of the product. `accepted`: the risk is taken. Neither counts in `risk` any more. `in_triage`: it is being looked at, and counts. */
  state: 'not_affected' | 'accepted' | 'in_triage';
  /**
   * The last day on which it holds (UTC); null: for good.
   * @format date
   * @example "2027-01-31"
   */
  until?: string | null;
  /**
   * Why, for whoever reads it later.
   * @minLength 1
   * @maxLength 500
   * @pattern \S
   * @example "The module is not loaded."
   */
  reason: string;
}

export interface FavoriteVersion {
  /**
   * Only in responses to create and update.
   * @format uuid
   */
  id?: string;
  /** @example "142.0.1" */
  version: string;
  /**
   * @format date-time
   * @example "2026-11-18T00:00:00.000000Z"
   */
  created_at: string;
}

export interface AvailableVersion {
  /** @format uuid */
  id: string;
  /** @example "143.0.1" */
  version: string;
  /**
   * When it was released; where its source does not say, when it was found. `available_at` of filters and orders.
   * @format date-time
   * @example "2026-11-18T00:00:00.000000Z"
   */
  created_at: string;
  /**
   * When it was released, as its source says; null if that is not known.
   * @format date-time
   */
  released_at: string | null;
  /** The size of the step from the version in use. */
  kind: 'major' | 'minor' | 'patch' | 'other';
  prerelease: boolean;
}

export interface PolicyResponse {
  /** Whether pre-releases count as updates. */
  include_prereleases: boolean;
  /**
   * Stay on this series.
   * @example "16"
   */
  series: string | null;
  /**
   * Versions to skip, without duplicates. Nothing up to the highest of them is offered; of a series, only those in it count. Cleared when the favorite moves to another product.
   * @example ["16.2"]
   */
  skip: string[];
  /**
   * No updates until then. At the end of the snooze, an update that was notified before it is notified once more. Ends when the favorite moves to another product.
   * @format date-time
   */
  snoozed_until: string | null;
  /**
   * Days after its release before a version counts as an update.
   * @min 1
   * @example 7
   */
  minimum_age_days: number | null;
  /** Ids of the channels to use if `use_default_notification` is false. */
  channels: string[];
  /**
   * Time between reminders (`notify_always`); null: the service's default.
   * @example "7d"
   */
  remind_every: string | null;
  /**
   * Days before the end of support on which to notify; `0` is the day itself. Empty: never. Null: the service's default, 90, 30, 7, 0.
   * @example [90,30,7,0]
   */
  support_notice: number[] | null;
  /** Which end of support counts: `eol`, of free security support; `active`, of active development; `extended`, of paid or extended support. Where a product has no such date, `eol`. */
  support_basis: 'eol' | 'active' | 'extended';
  /**
   * Until when you have support of your own, such as a contract. It counts instead of what is published. Cleared when the favorite moves to another product.
   * @format date
   * @example "2028-12-31"
   */
  supported_until: string | null;
  /** Of which vulnerabilities of the version in use to notify: `exploited`, those known to be exploited; `critical`, also critical ones and those that are likely to be exploited (EPSS of 0.1 or more); `high`, also high ones; `all`; `off`. */
  advisories: 'exploited' | 'critical' | 'high' | 'all' | 'off';
  /** A version that fixes a vulnerability of the version in use counts as an update after this age, which is shorter than `minimum_age_days`. Skipped versions and a snooze are left as they are. Null: off. */
  urgent: UrgentDto | null;
}

export interface FavoriteProduct {
  /**
   * Id of the product.
   * @format uuid
   */
  id: string;
  /** @format uuid */
  publisher_id: string;
  /**
   * The product's site; null if not known.
   * @format uri
   */
  url: string | null;
  /**
   * Release notes of the available version, or without an update of the version in use; null if not known.
   * @format uri
   */
  notes_url: string | null;
  /**
   * The mark of the product, an SVG in black that anybody may read; null if there is none.
   * @format uri
   * @example "https://updates.example.org/icons/firefox.svg"
   */
  icon: string | null;
}

export interface MattersResponse {
  /** The first of its reasons; see the filter `matters`. */
  group: 'exploited' | 'fixes' | 'breaking' | 'support' | 'behind' | 'major' | 'minor' | 'patch' | 'other' | 'none';
  /** All that hold, the most urgent first. */
  reasons: ('exploited' | 'fixes' | 'breaking' | 'support' | 'behind')[];
  /**
   * Days from the release of the version in use, or else from when it was found, to that of the available one; null where that is not known.
   * @min 0
   * @example 412
   */
  days_behind: number | null;
}

export interface FavoriteHighlights {
  /**
   * Changes that the notes call breaking.
   * @min 0
   * @example 3
   */
  breaking: number;
  /**
   * CVE and GHSA ids that the notes name, those of the newest version first.
   * @maxItems 100
   * @example ["CVE-2026-42533"]
   */
  security: string[];
}

export interface FavoriteDeployment {
  /**
   * Name of the inventory; null: the program itself answered it.
   * @example "web-1"
   */
  inventory: string | null;
  /** @example "prod" */
  environment: string | null;
  /** @example "142.0.1" */
  version: string;
  /**
   * Of the component, as the file has it; of a program that answered, its host.
   * @example "library/nginx"
   */
  name: string;
  /**
   * The tag that its image follows, where that does not say the version.
   * @example "latest"
   */
  tag: string | null;
  /**
   * When an upload or an answer said so first.
   * @format date-time
   */
  seen_at: string;
}

export interface FavoriteLinks {
  /** @format uri */
  self: string;
  /** @format uri */
  software: string;
  /** @format uri */
  versions: string;
  /** @format uri */
  publisher: string;
}

export interface FavoriteResponse {
  /** @format uuid */
  uuid: string;
  /**
   * Name of the product.
   * @example "Firefox"
   */
  software: string;
  /**
   * Name of the product's publisher.
   * @example "Mozilla"
   */
  publisher: string;
  notes: string | null;
  /** The version in use. */
  version: FavoriteVersion;
  /** Whether a newer version is available that the policy allows. */
  update_available: boolean;
  /** The last version that a notification was sent for. */
  notified_version: FavoriteVersion | null;
  /** Whether notifications are queued and sent for this favorite. */
  notifications_enabled: boolean;
  /** Whether the profile's channels and its `notify_always` apply. */
  use_default_notification: boolean;
  /** Whether reminders are sent while an update is outstanding. */
  notify_always: boolean;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  created_at: string;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  updated_at: string;
  /** With `includeAvailableVersion`: the newest version that the policy allows; null without an update. */
  available_version?: AvailableVersion | null;
  /** With `includeVersionKnown`: whether the catalogue has the version in use; false for an own version. */
  version_known?: boolean;
  /** With `includeFreshness`: how current what is known of the product is. */
  freshness?: FreshnessResponse;
  /** With `includePolicy`: as `GET /api/v1/favorite/{id}/policy`. */
  policy?: PolicyResponse;
  /** With `includeProduct`: the product, and where to read about it. */
  product?: FavoriteProduct;
  /** With `includeSupport`: how long the version in use is supported, as the policy counts it. */
  support?: SupportResponse;
  /** With `includeRisk`: the known vulnerabilities of the version in use. */
  risk?: RiskResponse;
  /** With `includeMatters`: what it is grouped by, and why. */
  matters?: MattersResponse;
  /** With `includeHighlights`: what the release notes between the version in use and the available one warn of; `GET /api/v1/favorite/{id}/changes` has the notes. Nothing where no notes are known. */
  highlights?: FavoriteHighlights;
  /**
   * With `includeDeployments`: where it is in use, the lowest version first. `version` is that of the first which counts: where the program itself answered, inventories of that environment do not.
   * @maxItems 100
   */
  deployments?: FavoriteDeployment[];
  /**
   * With `includeTags`, and in responses to a change of them: by name.
   * @maxItems 20
   * @example ["production"]
   */
  tags?: string[];
  /**
   * With `includeReleases`: how many releases there were in each of the last 12 months (UTC, this month included), the oldest first. Pre-releases and withdrawn versions are not counted.
   * @example [0,1,0,2,1,1,0,3,1,0,1,1]
   */
  releases?: number[];
  /** Not in responses to create and update. */
  links?: FavoriteLinks;
}

export interface CreateFavoriteDto {
  /**
   * Any Unicode; null clears.
   * @maxLength 10000
   * @example "Production servers"
   */
  notes?: string | null;
  /**
   * Words of your own, at most 20. Case does not count: one that you have already is shown as you first wrote it. No commas and no control characters. All of them: others go.
   * @maxItems 20
   * @example ["production"]
   */
  tags?: string[];
  /**
   * Whether notifications are queued and sent for this favorite. Default for a new favorite: true.
   * @example true
   */
  notifications_enabled?: boolean;
  /**
   * Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.
   * @example true
   */
  use_default_notification?: boolean;
  /**
   * Whether reminders are sent while an update is outstanding. Default for a new favorite: false.
   * @example false
   */
  notify_always?: boolean;
  /**
   * Id of the product.
   * @format uuid
   */
  software: string;
  /**
   * The version in use: its id, or its label within the product. A label that the catalogue does not know is kept as the caller's own version.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "142.0.1"
   */
  version: string;
}

export interface UpdateFavoriteDto {
  /**
   * Any Unicode; null clears.
   * @maxLength 10000
   * @example "Production servers"
   */
  notes?: string | null;
  /**
   * Words of your own, at most 20. Case does not count: one that you have already is shown as you first wrote it. No commas and no control characters. All of them: others go.
   * @maxItems 20
   * @example ["production"]
   */
  tags?: string[];
  /**
   * Whether notifications are queued and sent for this favorite. Default for a new favorite: true.
   * @example true
   */
  notifications_enabled?: boolean;
  /**
   * Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.
   * @example true
   */
  use_default_notification?: boolean;
  /**
   * Whether reminders are sent while an update is outstanding. Default for a new favorite: false.
   * @example false
   */
  notify_always?: boolean;
  /**
   * Id of the product. Another product clears `skip` of the policy and ends its snooze.
   * @format uuid
   */
  software?: string;
  /**
   * The version in use: its id, or its label within the product. A label that the catalogue does not know is kept as the caller's own version.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "143.0.1"
   */
  version?: string;
}

export interface ReplacePolicyDto {
  /** Whether pre-releases count as updates. Left out: false. */
  include_prereleases?: boolean;
  /**
   * Stay on this series. Left out: null, any series.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "16"
   */
  series?: string | null;
  /**
   * Versions to skip, without duplicates. Nothing up to the highest of them is offered; of a series, only those in it count. Cleared when the favorite moves to another product. Left out: none.
   * @maxItems 200
   * @example ["16.2"]
   */
  skip?: string[];
  /**
   * No updates until then. At the end of the snooze, an update that was notified before it is notified once more. Ends when the favorite moves to another product. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC. Left out: null, not snoozed.
   * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
   * @example "2026-12-01"
   */
  snoozed_until?: string | null;
  /**
   * Days after its release before a version counts as an update. Left out: null, at once.
   * @min 0
   * @max 3650
   * @example 7
   */
  minimum_age_days?: number | null;
  /**
   * Ids of the channels to use if `use_default_notification` is false. Left out: none.
   * @maxItems 50
   */
  channels?: string[];
  /**
   * Time between reminders (`notify_always`): a duration such as 12h or 7d, at least 1h. Left out: null, the service's default.
   * @pattern ^\s*(\d{1,9})\s*([smhdwSMHDW])\s*$
   * @example "7d"
   */
  remind_every?: string | null;
  /**
   * Days before the end of support on which to notify; `0` is the day itself. Empty: never. Left out: null, the service's default.
   * @maxItems 12
   * @example [90,30,7,0]
   */
  support_notice?: number[] | null;
  /** Which end of support counts: `eol`, of free security support; `active`, of active development; `extended`, of paid or extended support. Where a product has no such date, `eol`. Left out: eol. */
  support_basis?: 'eol' | 'active' | 'extended';
  /**
   * Until when you have support of your own, such as a contract. It counts instead of what is published. Cleared when the favorite moves to another product. Left out: null, what is published.
   * @format date
   * @example "2028-12-31"
   */
  supported_until?: string | null;
  /** Of which vulnerabilities of the version in use to notify: `exploited`, those known to be exploited; `critical`, also critical ones and those that are likely to be exploited (EPSS of 0.1 or more); `high`, also high ones; `all`; `off`. Left out: critical. */
  advisories?: 'exploited' | 'critical' | 'high' | 'all' | 'off';
  /** A version that fixes a vulnerability of the version in use counts as an update after this age, which is shorter than `minimum_age_days`. Skipped versions and a snooze are left as they are. Left out: null, off. */
  urgent?: UrgentDto | null;
}

export interface SkipVersionDto {
  /**
   * Id of a version of the product.
   * @format uuid
   */
  version: string;
}

export interface PreviewedVersion {
  /** @format uuid */
  id: string;
  /** @example "143.0.1" */
  version: string;
}

export interface ExcludedByPolicy {
  version: PreviewedVersion;
  /** Why it is not offered; the first reason of several. `series`: it is in another series. `skip`: it is skipped. `prerelease`: it is a pre-release. `age`: it is not old enough. `snoozed`: nothing is offered at the moment. */
  reason: 'series' | 'skip' | 'prerelease' | 'age' | 'snoozed';
}

export interface PreviewResponse {
  /** What would be offered with this policy; null: nothing. */
  available_version: AvailableVersion | null;
  /**
   * Versions that are higher and not offered, newest first, at most 20.
   * @maxItems 20
   */
  excluded: ExcludedByPolicy[];
}

export interface ReplaceFavoriteDto {
  /**
   * Any Unicode; null clears.
   * @maxLength 10000
   * @example "Production servers"
   */
  notes?: string | null;
  /**
   * Words of your own, at most 20. Case does not count: one that you have already is shown as you first wrote it. No commas and no control characters. All of them: others go.
   * @maxItems 20
   * @example ["production"]
   */
  tags?: string[];
  /**
   * Whether notifications are queued and sent for this favorite. Default for a new favorite: true.
   * @example true
   */
  notifications_enabled?: boolean;
  /**
   * Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.
   * @example true
   */
  use_default_notification?: boolean;
  /**
   * Whether reminders are sent while an update is outstanding. Default for a new favorite: false.
   * @example false
   */
  notify_always?: boolean;
  /**
   * Id of the product: that of the address.
   * @format uuid
   */
  software?: string;
  /**
   * The version in use: its id, or its label within the product. A label that the catalogue does not know is kept as the caller's own version.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "142.0.1"
   */
  version: string;
}

export interface TagResponse {
  /** @format uuid */
  id: string;
  /** @example "production" */
  name: string;
  /**
   * How many favorites have it.
   * @min 0
   * @example 12
   */
  favorites: number;
}

export interface RenameTagDto {
  /**
   * Without commas and control characters.
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   * @example "production"
   */
  name?: string;
}

export interface InventoryLinks {
  /** @format uri */
  self: string;
  /** @format uri */
  deployments: string;
  /** @format uri */
  unmatched: string;
  /** @format uri */
  decisions: string;
}

export interface InventoryResponse {
  /** @format uuid */
  id: string;
  /** @example "web-1" */
  name: string;
  /** @example "prod" */
  environment: string | null;
  scope: 'main' | 'direct' | 'all';
  /** @example {"group":"web"} */
  labels: Record<string, string>;
  /**
   * Of the last upload.
   * @example "docker-compose"
   */
  format: string | null;
  /**
   * Components of the last upload that are in its scope.
   * @min 0
   */
  components: number;
  /**
   * Versions of tracked products that it has.
   * @min 0
   */
  deployments: number;
  /**
   * Components of the last upload for which no product or no version was found.
   * @min 0
   * @example 2
   */
  unmatched: number;
  /**
   * Components that you have decided to ignore.
   * @min 0
   */
  ignored: number;
  /**
   * When the last upload was done.
   * @format date-time
   */
  read_at: string | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  links: InventoryLinks;
}

export interface ComparedInventory {
  /**
   * Its name; null: the program itself answered it.
   * @example "web-1"
   */
  name: string | null;
  /**
   * The lowest first.
   * @example ["1.30.1"]
   */
  versions: string[];
}

export interface ComparedEnvironment {
  environment: string | null;
  inventories: ComparedInventory[];
}

export interface ComparisonResponse {
  software: NamedSoftware;
  /**
   * Id of the favorite.
   * @format uuid
   */
  favorite: string;
  /** Of 200 deployments, the lowest versions first. */
  environments: ComparedEnvironment[];
  /** Whether it is in use at several versions. */
  differs: boolean;
}

export interface WriteInventoryDto {
  /**
   * Such as `prod`; null removes it.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   */
  environment?: string | null;
  /** Which components of an upload count. `main`: what the file is about, images and applications; of lock files and lists of packages, what was asked for. `direct`: what was asked for. `all`. */
  scope?: 'main' | 'direct' | 'all';
  /**
   * By what it is grouped, as of targets in Prometheus; replaces all. null removes them.
   * @example {"group":"web"}
   */
  labels?: Record<string, string> | null;
}

export interface DeploymentResponse {
  /** @format uuid */
  id: string;
  /**
   * Id of the favorite.
   * @format uuid
   */
  favorite: string;
  software: NamedSoftware;
  /** @example "1.30.1" */
  version: string;
  /**
   * Of the component, as the file has it.
   * @example "library/nginx"
   */
  name: string;
  /**
   * The tag that its image follows, where that does not say the version.
   * @example "latest"
   */
  tag: string | null;
  /**
   * When an upload said so first.
   * @format date-time
   */
  seen_at: string;
  /**
   * The higher version of its favorite: this one waits until you accept it. null: it counts.
   * @example null
   */
  waits_for: string | null;
  /** Whether a newer version is on offer for this one. */
  update_available: boolean;
  /**
   * That version.
   * @example "1.30.4"
   */
  available: string | null;
}

export interface LabelPolicyResponse {
  /**
   * Empty: it is from the tag.
   * @maxItems 1000
   * @example ["wud.tag.include"]
   */
  labels: string[];
  include_prereleases: boolean;
  /** @example "16" */
  series: string | null;
  /**
   * @min 1
   * @example 3
   */
  minimum_age_days: number | null;
}

export interface UnmatchedEntry {
  /**
   * As the file has it.
   * @example "library/nginx"
   */
  name: string;
  purl: string | null;
  /** @example "1.30.1" */
  version: string | null;
  /** Its place in the file. */
  where: string | null;
  /** Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to. */
  version_from?: 'label' | 'variable' | 'digest' | 'none';
  /**
   * With `version_from`: the tag; null: it is named by its digest.
   * @example "latest"
   */
  tag?: string | null;
  /**
   * Of the image that runs, where the file says it.
   * @example "sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest?: string;
  /** What labels of another tracker say of its versions: the policy of the favorite, if one is made for it. */
  policy?: LabelPolicyResponse;
  /**
   * Why no product or no version was found.
   * @example "no product has this name or identifier"
   */
  reason: string;
  /** A product like it in name. An upload looks for it only with `dry_run` or `hints`. */
  nearest: NamedSoftware | null;
  /** Whether `nearest` is its product, and only the version is missing. */
  is_product: boolean;
}

export interface ContentCounts {
  /** @min 0 */
  added: number;
  /** @min 0 */
  moved: number;
  /** @min 0 */
  removed: number;
  /**
   * Favorites whose version in use goes down.
   * @min 0
   */
  lowered: number;
  /**
   * Favorites that keep a higher version.
   * @min 0
   */
  kept: number;
  /** @min 0 */
  unchanged: number;
  /** @min 0 */
  unmatched: number;
  /** @min 0 */
  ambiguous: number;
  /**
   * By your decision, or by a label of another tracker.
   * @min 0
   */
  ignored: number;
  /** @min 0 */
  rejected: number;
  /** @min 0 */
  created: number;
}

export interface VersionFacts {
  /**
   * The newest version, if it is an update.
   * @example "13.1.0"
   */
  available: string | null;
  /**
   * Known vulnerabilities of the version.
   * @min 0
   */
  vulnerabilities: number;
  /**
   * Critical ones of them.
   * @min 0
   */
  critical: number;
  /** null: nobody says until when. */
  support: SupportResponse | null;
}

export interface ContentEntry {
  /**
   * As the file has it.
   * @example "library/nginx"
   */
  name: string;
  purl: string | null;
  /** @example "1.30.1" */
  version: string | null;
  /** Its place in the file. */
  where: string | null;
  /** Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to. */
  version_from?: 'label' | 'variable' | 'digest' | 'none';
  /**
   * With `version_from`: the tag; null: it is named by its digest.
   * @example "latest"
   */
  tag?: string | null;
  /**
   * Of the image that runs, where the file says it.
   * @example "sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest?: string;
  /** What labels of another tracker say of its versions: the policy of the favorite, if one is made for it. */
  policy?: LabelPolicyResponse;
  software: NamedSoftware | null;
  /**
   * Id of the favorite that there was.
   * @format uuid
   */
  favorite: string | null;
  /** Only of the first 200 that a dry run adds: what matters about the version. */
  facts?: VersionFacts;
}

export interface MovedEntry {
  /**
   * As the file has it.
   * @example "library/nginx"
   */
  name: string;
  purl: string | null;
  /** @example "1.30.1" */
  version: string | null;
  /** Its place in the file. */
  where: string | null;
  /** Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to. */
  version_from?: 'label' | 'variable' | 'digest' | 'none';
  /**
   * With `version_from`: the tag; null: it is named by its digest.
   * @example "latest"
   */
  tag?: string | null;
  /**
   * Of the image that runs, where the file says it.
   * @example "sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest?: string;
  /** What labels of another tracker say of its versions: the policy of the favorite, if one is made for it. */
  policy?: LabelPolicyResponse;
  software: NamedSoftware | null;
  /**
   * Id of the favorite that there was.
   * @format uuid
   */
  favorite: string | null;
  /** Only of the first 200 that a dry run adds: what matters about the version. */
  facts?: VersionFacts;
  /** @example "1.30.1" */
  from: string;
  /** @example "1.30.4" */
  to: string;
}

export interface AmbiguousEntry {
  /**
   * As the file has it.
   * @example "library/nginx"
   */
  name: string;
  purl: string | null;
  /** @example "1.30.1" */
  version: string | null;
  /** Its place in the file. */
  where: string | null;
  /** Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to. */
  version_from?: 'label' | 'variable' | 'digest' | 'none';
  /**
   * With `version_from`: the tag; null: it is named by its digest.
   * @example "latest"
   */
  tag?: string | null;
  /**
   * Of the image that runs, where the file says it.
   * @example "sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest?: string;
  /** What labels of another tracker say of its versions: the policy of the favorite, if one is made for it. */
  policy?: LabelPolicyResponse;
  /** @maxItems 10 */
  candidates: NamedSoftware[];
}

export interface IgnoredEntry {
  /**
   * As the file has it.
   * @example "library/nginx"
   */
  name: string;
  purl: string | null;
  /** @example "1.30.1" */
  version: string | null;
  /** Its place in the file. */
  where: string | null;
  /** Of an image whose tag does not say its version: what does. `none`: nothing does, and it counts as a version of what its tag leads to. */
  version_from?: 'label' | 'variable' | 'digest' | 'none';
  /**
   * With `version_from`: the tag; null: it is named by its digest.
   * @example "latest"
   */
  tag?: string | null;
  /**
   * Of the image that runs, where the file says it.
   * @example "sha256:b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest?: string;
  /** What labels of another tracker say of its versions: the policy of the favorite, if one is made for it. */
  policy?: LabelPolicyResponse;
  /**
   * Id of the decision; null: a label says so.
   * @format uuid
   */
  decision: string | null;
  /**
   * What says so without a decision.
   * @example "wud.watch=false"
   */
  label: string | null;
}

export interface RejectedEntry {
  /** @example "line 7" */
  where: string;
  /** @example "it has no name" */
  reason: string;
}

export interface ContentResponse {
  /** null: a dry run, and there is none yet. */
  inventory: InventoryResponse | null;
  /**
   * Of the outcome, for `If-Match`.
   * @example "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"
   */
  digest: string;
  /** @example "docker-compose" */
  format: string;
  /**
   * What should be known of the file as a whole, such as that it is of a later version than any that is known.
   * @maxItems 20
   * @example ["It has lockfileVersion 10.0, which is newer than 9, the last one that is known here: what is read may be wrong or lack something."]
   */
  warnings: string[];
  dry_run: boolean;
  /** The same as the last upload, and nothing has changed on which its outcome depends: it was not looked at again. The lists are empty, the numbers those of last time; `dry_run` has all. */
  unchanged: boolean;
  /**
   * Its entry in the history; null: a dry run, or nothing has changed.
   * @format uuid
   */
  upload: string | null;
  /**
   * Components in the scope.
   * @min 0
   */
  components: number;
  /** Whether more than half would go, for which `allow_shrink` is needed. */
  shrinks: boolean;
  /** The lists have at most 1,000 entries each; these numbers are whole. */
  counts: ContentCounts;
  /** @maxItems 1000 */
  added: ContentEntry[];
  /** @maxItems 1000 */
  moved: MovedEntry[];
  /** @maxItems 1000 */
  removed: ContentEntry[];
  /**
   * Favorites whose version in use goes down, as `allow_lower` or `lower` says; each with its lowest version in the file.
   * @maxItems 1000
   */
  lowered: MovedEntry[];
  /**
   * Favorites that keep their version in use: the lower one of the file is recorded, and waits to be accepted.
   * @maxItems 1000
   */
  kept: MovedEntry[];
  /** @maxItems 1000 */
  unmatched: UnmatchedEntry[];
  /** @maxItems 1000 */
  ambiguous: AmbiguousEntry[];
  /** @maxItems 1000 */
  ignored: IgnoredEntry[];
  /** @maxItems 1000 */
  rejected: RejectedEntry[];
  /**
   * With `create`: components of products that are made.
   * @maxItems 1000
   */
  created: ContentEntry[];
}

export interface DecisionResponse {
  /** @format uuid */
  id: string;
  /**
   * Of the component, as the file has it.
   * @example "ghcr.io/acme/api"
   */
  name: string;
  /** The product that it is; null: it is ignored. */
  software: NamedSoftware | null;
  /** @format date-time */
  created_at: string;
}

export interface MatchResponse {
  /**
   * Components that are deployments of the inventory now.
   * @min 0
   */
  placed: number;
  /**
   * Components that are still unknown.
   * @min 0
   * @example 2
   */
  unmatched: number;
  /**
   * Favorites that keep a higher version: without `allow_lower`, the lower one waits.
   * @maxItems 1000
   */
  kept: MovedEntry[];
}

export interface DecidedComponent {
  /**
   * As the list of unknown components has it.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "ghcr.io/acme/api"
   */
  name: string;
  /**
   * As the list has it.
   * @minLength 1
   * @maxLength 4096
   * @pattern \S
   * @example "pkg:docker/acme/api@1.0"
   */
  purl: string | null;
}

export interface DecideDto {
  /**
   * @maxItems 200
   * @minItems 1
   */
  components: DecidedComponent[];
  /**
   * Id of the product that they are; null: they are ignored from now on.
   * @format uuid
   */
  software: string | null;
  /** Whether the version in use of a favorite may go down. */
  allow_lower?: boolean;
}

export interface MatchDto {
  /** Whether the version in use of a favorite may go down. */
  allow_lower?: boolean;
}

export interface AcceptedDeployments {
  /**
   * Favorites that show a lower version now.
   * @min 0
   */
  lowered: number;
}

export interface AcceptDto {
  /**
   * Ids of their products; without it, all that wait.
   * @maxItems 200
   * @minItems 1
   */
  software?: string[];
}

export interface GroupResponse {
  /**
   * For the parameter `labels`.
   * @example "group=web"
   */
  labels: string;
  /** @min 0 */
  inventories: number;
  /**
   * The oldest last upload of one of them.
   * @format date-time
   */
  oldest_read_at: string | null;
}

export interface GroupVersion {
  /** @example "3.2.1" */
  version: string;
  /**
   * Inventories of the group that have it.
   * @min 0
   * @example 37
   */
  inventories: number;
}

export interface GroupNumbers {
  /**
   * Inventories of the group.
   * @min 0
   * @example 40
   */
  of: number;
  /**
   * Those of them that have the product.
   * @min 0
   * @example 40
   */
  inventories: number;
  /**
   * The newest first.
   * @maxItems 100
   */
  versions: GroupVersion[];
}

export interface GroupProductResponse {
  /**
   * Inventories of the group.
   * @min 0
   * @example 40
   */
  of: number;
  /**
   * Those of them that have the product.
   * @min 0
   * @example 40
   */
  inventories: number;
  /**
   * The newest first.
   * @maxItems 100
   */
  versions: GroupVersion[];
  software: NamedSoftware;
  /**
   * Id of the favorite.
   * @format uuid
   */
  favorite: string;
  /**
   * The version on offer, if it is an update.
   * @example "3.3.0"
   */
  available: string | null;
  /** With `against`: the same of that group. */
  against?: GroupNumbers;
}

export interface ProbePresetResponse {
  /** @example "gitea" */
  key: string;
  /**
   * The name of the program.
   * @example "Gitea"
   */
  title: string;
  /**
   * Other names that products have.
   * @example []
   */
  names: string[];
  /**
   * What is asked below the base address.
   * @example "/api/v1/version"
   */
  path: string;
  /** Whether the program wants a token for that. */
  token: 'none' | 'optional' | 'required';
  /**
   * What the token is, or where to get it.
   * @example "Settings › Applications › Access tokens"
   */
  token_hint: string | null;
  /**
   * The documentation of the program.
   * @format uri
   * @example "https://docs.gitea.com/development/api-usage"
   */
  docs: string;
}

export interface ImportedProbeResponse {
  /**
   * Of the service, as the file has it.
   * @example "gitea"
   */
  name: string;
  /** `set`: it is asked from now on; `refused`: it cannot be, or gave no version for a new favorite; `unmatched`: no product, or several, are known by it. */
  state: 'set' | 'refused' | 'unmatched';
  /** Why it was not set. */
  message: string | null;
  /**
   * The product.
   * @example "Gitea"
   */
  software: string | null;
  /**
   * Id of the favorite.
   * @format uuid
   */
  favorite: string | null;
}

export interface ImportProbesDto {
  /**
   * The configuration of Argus.
   * @minLength 1
   * @maxLength 200000
   * @pattern \S
   * @example "service:
   *   gitea:
   *     latest_version: …"
   */
  content: string;
  /**
   * Where the services run; left out: `prod`.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "prod"
   */
  environment?: string;
}

export interface ProbeResponse {
  /** @example "prod" */
  environment: string;
  /** @example "https://git.example.org" */
  address: string;
  /** @example "gitea" */
  preset: string | null;
  json_path: string | null;
  pattern: string | null;
  header: string | null;
  /**
   * Names of the headers of the request, with that of the token.
   * @example ["Authorization"]
   */
  headers: string[];
  /** @example "15m" */
  interval: string;
  /** `new`: not asked yet; `ok`: the last answer was a version; `failing`: it was none, or there was no answer: the version in use stays; `off`: nothing is asked (`SOURCES`). */
  state: 'off' | 'new' | 'ok' | 'failing';
  /**
   * The last version that it answered.
   * @example "1.25.3"
   */
  version: string | null;
  /** Why the last answer was no version; null when it was. */
  message: string | null;
  /**
   * Times in a row.
   * @min 0
   * @example 0
   */
  failures: number;
  /**
   * The first of these times.
   * @format date-time
   */
  failing_since: string | null;
  /**
   * When it was asked last.
   * @format date-time
   */
  asked_at: string | null;
  /**
   * When it answered a version last.
   * @format date-time
   */
  answered_at: string | null;
  /**
   * null while it is `off`.
   * @format date-time
   */
  next_at: string | null;
}

export interface ProbeHeaderDto {
  /**
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "X-Api-Key"
   */
  name: string;
  /**
   * A secret: no answer has it. One that is left out keeps its value, as `token` does.
   * @minLength 1
   * @maxLength 4096
   * @pattern \S
   * @example "8f14e45fceea167a"
   */
  value?: string;
}

export interface WriteProbeDto {
  /**
   * With `preset` the base address of the program, otherwise the address of the answer that has the version.
   * @minLength 1
   * @maxLength 2048
   * @pattern \S
   * @example "https://git.example.org"
   */
  address: string;
  /**
   * One of `GET /probe-preset`: it knows where the version stands.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "gitea"
   */
  preset?: string | null;
  /**
   * For the header of the preset. A secret: no answer has it. Left out, it keeps its value while preset and origin of the address stay the same; null removes it.
   * @minLength 1
   * @maxLength 4096
   * @pattern \S
   * @example "8f14e45fceea167a"
   */
  token?: string | null;
  /**
   * A JSONPath (RFC 9535) that leads to the version in an answer of JSON.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "$.version"
   */
  json_path?: string | null;
  /**
   * A regular expression (RE2) whose only group captures the version: in the text at `json_path`, in `header`, or in the whole answer.
   * @minLength 1
   * @maxLength 255
   * @pattern \S
   * @example "Version ([0-9.]+)"
   */
  pattern?: string | null;
  /**
   * The header of the answer that has the version.
   * @minLength 1
   * @maxLength 64
   * @pattern \S
   * @example "X-Jenkins"
   */
  header?: string | null;
  /**
   * Headers of the request. Left out, they stay while preset and origin of the address stay the same.
   * @maxItems 10
   */
  headers?: ProbeHeaderDto[];
  /**
   * Time between two times of asking, 5m to 1d; null or left out: 15m.
   * @pattern ^\s*(\d{1,9})\s*([smhdwSMHDW])\s*$
   * @example "1h"
   */
  interval?: string | null;
}

export interface ProbeTestResponse {
  /**
   * What stands there; null: no version.
   * @example "1.25.3"
   */
  answer: string | null;
  /**
   * The version that it would become, as the product writes it; null: none of this product.
   * @example "v1.25.3"
   */
  version: string | null;
  /** Why there is no version; null when there is one. */
  message: string | null;
}

export interface ChannelTypeResponse {
  /** @example "email" */
  type: string;
  /** @example "E-mail" */
  title: string;
  /** The group in which people look for it. */
  category: 'mail' | 'chat' | 'push' | 'on-call' | 'other';
  /**
   * What arrives, and where.
   * @example "Messages in a Slack channel, by an incoming webhook."
   */
  description: string;
  /**
   * A page that says how it is set up.
   * @format uri
   * @example "https://tracker.example/docs/channels/email"
   */
  docs: string;
  /** The plug-in that brought this type, by the name of its package; null when it is the service's own. */
  plugin: string | null;
  /**
   * JSON Schema of the settings; secrets are `writeOnly`.
   * @example {"type":"object","properties":{"address":{"type":"string","format":"email","maxLength":254}},"required":["address"],"additionalProperties":false}
   */
  settings: Record<string, any>;
  /** Why no channel of this type can be created; null when it can. */
  unavailable: string | null;
  /** With which browsers subscribe (`applicationServerKey`), as base64url; null for types that are not of a browser. */
  application_server_point: string | null;
}

export interface DigestDto {
  /** @example "daily" */
  every: 'instant' | 'hourly' | 'daily' | 'weekly';
  /**
   * For `daily` and `weekly`; default 9.
   * @min 0
   * @max 23
   * @example 9
   */
  hour?: number;
  /**
   * For `weekly`; from 1 (Monday, the default) to 7.
   * @min 1
   * @max 7
   * @example 1
   */
  weekday?: number;
}

export interface QuietHoursDto {
  /**
   * @pattern ^([01]\d|2[0-3]):[0-5]\d$
   * @example "22:00"
   */
  from: string;
  /**
   * May be on the next day.
   * @pattern ^([01]\d|2[0-3]):[0-5]\d$
   * @example "07:00"
   */
  to: string;
  /**
   * Steps of this kind or larger (major, minor, patch) are sent all the same; default `none`. `security`: alerts about vulnerabilities, and updates that fix one that is known to be exploited, or critical.
   * @example "major"
   */
  except?: 'major' | 'minor' | 'patch' | 'security' | 'none';
}

export interface ChannelResponse {
  /** @format uuid */
  id: string;
  /** @example "email" */
  type: string;
  /** @example "Team mailbox" */
  name: string;
  enabled: boolean;
  is_default: boolean;
  /**
   * How often messages are sent, in the profile's time zone. Several updates are combined into one message.
   * @example {"every":"daily","hour":9}
   */
  digest: DigestDto;
  /**
   * When nothing is sent; messages held back are sent at the end. Times are in the profile's time zone.
   * @example {"from":"22:00","to":"07:00","except":"major"}
   */
  quiet_hours: QuietHoursDto | null;
  /** How much of the release notes messages have. */
  notes: 'none' | 'short' | 'full';
  /**
   * Secrets are masked; a generated one is shown once, in the response that creates or rotates it.
   * @example {"address":"team@example.org"}
   */
  settings: Record<string, any>;
  /** `unconfirmed`: nothing is sent until the owner of the address confirms it. */
  state: 'ok' | 'failing' | 'unconfirmed' | 'disabled';
  /** Why it is failing, unconfirmed or disabled. */
  state_reason: string | null;
  /** Why nothing can be sent through it whatever its state: the operator has not configured what its type needs. Null when it can. */
  unavailable: string | null;
  /**
   * How many different messages in a row the receiver refused for the credentials or the recipient. At three the channel is switched off.
   * @min 0
   * @example 0
   */
  refusals: number;
  /**
   * When the newest delivery that is kept was accepted; null when there is none.
   * @format date-time
   */
  last_sent_at: string | null;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  created_at: string;
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  updated_at: string;
}

export interface CreateChannelDto {
  /** How often messages are sent, in the profile's time zone. Several updates are combined into one message. */
  digest?: DigestDto;
  /** When nothing is sent; messages held back are sent at the end. Times are in the profile's time zone. */
  quiet_hours?: QuietHoursDto | null;
  /** `short`: breaking changes, security advisories and the first items, in 1,200 characters. `full`: in e-mails and webhooks up to 8 KB. Default `short`. */
  notes?: 'none' | 'short' | 'full';
  /**
   * One of `GET /channel-type`.
   * @minLength 1
   * @maxLength 32
   * @pattern \S
   * @example "email"
   */
  type: string;
  /**
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   * @example "Team mailbox"
   */
  name: string;
  /**
   * The settings of the type, see its JSON Schema.
   * @example {"address":"team@example.org"}
   */
  settings: Record<string, any>;
  /** Whether it is among the profile's default channels; default true. */
  is_default?: boolean;
  /** Whether messages are sent through it; default true. */
  enabled?: boolean;
}

export interface ChannelTestResponse {
  state: 'sent' | 'failed';
  /** The status or error code of the receiver. */
  code: string | null;
  /** What went wrong. */
  error: string | null;
  /**
   * In milliseconds; 0 when the address could not be reached.
   * @min 0
   * @example 120
   */
  duration: number;
}

export interface TestChannelDto {
  /**
   * One of `GET /channel-type`.
   * @minLength 1
   * @maxLength 32
   * @pattern \S
   * @example "ntfy"
   */
  type: string;
  /**
   * The settings of the type, see its JSON Schema. Secrets are given in full.
   * @example {"topic":"updates-7f3a9c"}
   */
  settings: Record<string, any>;
}

export interface ChannelDayResponse {
  /**
   * In UTC: the day on which these deliveries ended.
   * @format date
   * @example "2026-11-21"
   */
  day: string;
  /**
   * Accepted at the first attempt.
   * @min 0
   * @example 12
   */
  sent: number;
  /**
   * Accepted after one or more retries.
   * @min 0
   * @example 1
   */
  retried: number;
  /**
   * Refused, or given up.
   * @min 0
   * @example 0
   */
  failed: number;
  /**
   * Too old before they could be sent.
   * @min 0
   * @example 0
   */
  expired: number;
}

export interface UpdateChannelDto {
  /** How often messages are sent, in the profile's time zone. Several updates are combined into one message. */
  digest?: DigestDto;
  /** When nothing is sent; messages held back are sent at the end. Times are in the profile's time zone. */
  quiet_hours?: QuietHoursDto | null;
  /** `short`: breaking changes, security advisories and the first items, in 1,200 characters. `full`: in e-mails and webhooks up to 8 KB. Default `short`. */
  notes?: 'none' | 'short' | 'full';
  /**
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   * @example "Team mailbox"
   */
  name?: string;
  /**
   * Replaces the settings. A secret that is left out or masked keeps its value as long as the server stays the same; null removes an optional one.
   * @example {"address":"team@example.org"}
   */
  settings?: Record<string, any>;
  /** Whether it is among the profile's default channels. */
  is_default?: boolean;
  /** false cancels queued deliveries. true also ends the state `disabled`; an address that unsubscribed has to be confirmed again. */
  enabled?: boolean;
}

export interface DeliveryChannelResponse {
  /** @example "Team mailbox" */
  name: string;
}

export interface AttemptResponse {
  /** @min 1 */
  no: number;
  /** @format date-time */
  started_at: string;
  /**
   * Milliseconds; 0 when the address could not be reached.
   * @min 0
   * @example 120
   */
  duration: number;
  outcome: 'ok' | 'retry' | 'dead' | 'disable';
  /** The receiver's status or error code. */
  code: string | null;
  reason: string | null;
  /** The beginning of the answer. */
  excerpt: string | null;
}

export interface DeliveryResponse {
  /** @format uuid */
  id: string;
  /**
   * Id of the channel, which may have been deleted.
   * @format uuid
   */
  channel: string;
  /** Only with `includeChannel`. Null when the channel was deleted. */
  channel_details?: DeliveryChannelResponse | null;
  /** @example "email" */
  type: string;
  state: 'queued' | 'sent' | 'failed' | 'cancelled' | 'expired';
  /**
   * Number of attempts.
   * @min 0
   * @example 1
   */
  attempts: number;
  /** @format date-time */
  next_attempt_at: string | null;
  /**
   * Held back until then by the limit of deliveries per hour or per host. Null when it is not.
   * @format date-time
   */
  held_until: string | null;
  /**
   * Id of the digest that it is part of, which is the `webhook-id` of a webhook. Null when it is sent by itself.
   * @format uuid
   */
  digest: string | null;
  last_error: string | null;
  /** Only when a single notification is read: each attempt, the first one first. */
  log?: AttemptResponse[];
}

export interface NotificationLinks {
  /** @format uri */
  self: string;
}

export interface NotificationResponse {
  /** @format uuid */
  id: string;
  /**
   * Id of the favorite.
   * @format uuid
   */
  favorite: string;
  /**
   * Name of the product.
   * @example "Firefox"
   */
  software: string;
  /** `update`: of a new version. The others are alerts about the version in use: the end of its support, or its vulnerabilities. */
  kind: 'update' | 'support.ending' | 'support.ended' | 'vulnerability.found' | 'vulnerability.exploited';
  /** The version that it is about; of an alert the one in use. */
  version: VersionResponse;
  /** `sent` as soon as one channel accepted it. */
  state: 'pending' | 'sent' | 'failed' | 'cancelled' | 'expired';
  /**
   * @format date-time
   * @example "2026-11-21T08:30:00.000000Z"
   */
  created_at: string;
  /** One for each channel. At most 100 in a list; `links.self` has all of them. */
  deliveries: DeliveryResponse[];
  /** Whether there are more deliveries than are shown here. */
  has_more_deliveries: boolean;
  links: NotificationLinks;
}

export interface FeedResponse {
  /** @format uuid */
  id: string;
  kind: 'updates' | 'calendar' | 'badge' | 'product';
  name: string | null;
  /** @format uuid */
  favorite: string | null;
  /** @format uuid */
  software: string | null;
  /**
   * The name of that product.
   * @example "nginx"
   */
  about: string | null;
  /** Only favorites that match. */
  filter: object | null;
  details: 'names' | 'full';
  /** Whether a calendar has the releases on offer. */
  releases: boolean;
  /** @format date-time */
  created_at: string;
  /**
   * Accurate to the hour.
   * @format date-time
   */
  last_used_at: string | null;
}

export interface FeedUrls {
  /**
   * RFC 4287, of `updates` and `product`.
   * @format uri
   * @example "https://tracker.example/feed/suf_secret/updates.atom"
   */
  atom?: string;
  /**
   * JSON Feed 1.1; of `badge`, for the endpoint badge of shields.
   * @format uri
   */
  json?: string;
  /**
   * RFC 5545, of `calendar`.
   * @format uri
   */
  ics?: string;
  /**
   * Of `badge`.
   * @format uri
   */
  svg?: string;
}

export interface CreatedFeedResponse {
  /** @format uuid */
  id: string;
  kind: 'updates' | 'calendar' | 'badge' | 'product';
  name: string | null;
  /** @format uuid */
  favorite: string | null;
  /** @format uuid */
  software: string | null;
  /**
   * The name of that product.
   * @example "nginx"
   */
  about: string | null;
  /** Only favorites that match. */
  filter: object | null;
  details: 'names' | 'full';
  /** Whether a calendar has the releases on offer. */
  releases: boolean;
  /** @format date-time */
  created_at: string;
  /**
   * Accurate to the hour.
   * @format date-time
   */
  last_used_at: string | null;
  /** The addresses, shown only in this response. Whoever has one can read it. */
  urls: FeedUrls;
}

export interface CreateFeedDto {
  /** `updates`: the newest notifications. `calendar`: the last days of support. `badge`: an image that says whether what is in use is current. `product`: the releases of one product. */
  kind: 'updates' | 'calendar' | 'badge' | 'product';
  /**
   * Id of the only favorite that it is about. Not with `product`.
   * @format uuid
   */
  favorite?: string;
  /**
   * Id of the product; with `product`, required.
   * @format uuid
   */
  software?: string;
  /**
   * Only favorites that match: filters of `GET /favorite` by their names. Not with `product` or `favorite`.
   * @example {"software[like]":"red"}
   */
  filter?: Record<string, string | boolean | (string | boolean)[]>;
  /** `names`: names of products, and new versions. `full`: the version in use as well, its release cycle, and release notes. By default, `names`. */
  details?: 'names' | 'full';
  /** With `calendar`: the releases on offer too. */
  releases?: boolean;
  /**
   * Its title, and the left half of a badge.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   * @example "Production"
   */
  name?: string;
}

export interface SupportSummary {
  /**
   * Favorites whose version in use is no longer supported: `support=ended`.
   * @min 0
   * @example 3
   */
  ended: number;
  /**
   * Those whose support ends within 90 days: `support=ending`.
   * @min 0
   * @example 3
   */
  ending: number;
  /**
   * The next last day of support of any favorite; null if none is known.
   * @format date
   */
  next_on: string | null;
}

export interface MattersSummary {
  /**
   * Those with a reason: with one of the first five groups.
   * @min 0
   * @example 3
   */
  today: number;
  /** All of them, as the filter `matters` of favorites. */
  by_group: {
    /**
     * @min 0
     * @example 3
     */
    exploited: number;
    /**
     * @min 0
     * @example 3
     */
    fixes: number;
    /**
     * @min 0
     * @example 3
     */
    breaking: number;
    /**
     * @min 0
     * @example 3
     */
    support: number;
    /**
     * @min 0
     * @example 3
     */
    behind: number;
    /**
     * @min 0
     * @example 3
     */
    major: number;
    /**
     * @min 0
     * @example 3
     */
    minor: number;
    /**
     * @min 0
     * @example 3
     */
    patch: number;
    /**
     * @min 0
     * @example 3
     */
    other: number;
  };
  /**
   * Those of whose product any database of vulnerabilities has records.
   * @min 0
   * @example 3
   */
  assessed: number;
}

export interface SummaryResponse {
  /**
   * Favorites.
   * @min 0
   * @example 3
   */
  tracked: number;
  /**
   * Favorites with an update.
   * @min 0
   * @example 3
   */
  outdated: number;
  /** These by the size of their step, as the filter `kind` of favorites. */
  by_kind: {
    /**
     * @min 0
     * @example 3
     */
    major: number;
    /**
     * @min 0
     * @example 3
     */
    minor: number;
    /**
     * @min 0
     * @example 3
     */
    patch: number;
    /**
     * @min 0
     * @example 3
     */
    other: number;
  };
  /**
   * Favorites that are snoozed: the filter `state=snoozed`.
   * @min 0
   * @example 3
   */
  snoozed: number;
  /**
   * Favorites whose `notifications_enabled` is false: the filter `state=muted`.
   * @min 0
   * @example 3
   */
  muted: number;
  /**
   * When the available version that has waited longest was released; null without an update.
   * @format date-time
   */
  oldest_available_at: string | null;
  /** Favorites by the support of the version in use. */
  support: SupportSummary;
  /** What matters of the favorites with an update: by urgency, not by step. */
  matters: MattersSummary;
  /** Channels by their `state`. */
  channels: {
    /**
     * @min 0
     * @example 3
     */
    ok: number;
    /**
     * @min 0
     * @example 3
     */
    failing: number;
    /**
     * @min 0
     * @example 3
     */
    unconfirmed: number;
    /**
     * @min 0
     * @example 3
     */
    disabled: number;
  };
  /**
   * Notifications in state `failed` because of a channel that still exists. No more than 1,000 failed deliveries are looked at.
   * @min 0
   * @example 3
   */
  failed_notifications: number;
  /**
   * The last answer of a source of tracked products, whether or not it had news; up to a minute late. Null: none of them was ever asked.
   * @format date-time
   */
  last_check_at: string | null;
  /**
   * Favorites whose product has no source, or one that has never answered: what is known of them comes from the catalogue. Up to a minute late.
   * @min 0
   * @example 3
   */
  unasked: number;
  /**
   * Favorites without an update of whose product no stable version is known: whether they are up to date, nobody can say. Up to a minute late.
   * @min 0
   * @example 3
   */
  unknown: number;
  /**
   * Since when the process that answers has reached no source at all, for want of a network: newer versions may be missing. Null otherwise.
   * @format date-time
   */
  sources_unreachable_since: string | null;
  /**
   * Changes whenever a favorite, its state of support or one of these numbers does, but not with the four before it alone: whether lists have to be read again.
   * @example "9f86d081884c7d659a2fea"
   */
  revision: string;
}

export interface OverviewDatabase {
  /** @example "sqlite" */
  kind: 'sqlite' | 'mariadb' | 'mysql';
  /**
   * As the database names it.
   * @example "3.50.4"
   */
  version: string;
  /** Whether it has all tables of this version of the service. */
  migrated: boolean;
  /** false: its disk is full, or it is read-only. */
  writable: boolean;
}

export interface RestingHost {
  /**
   * With its port if it is not the usual one.
   * @example "api.github.com"
   */
  host: string;
  /** @format date-time */
  until: string;
}

export interface OverviewSources {
  /** `SOURCES`: which are polled. */
  polled: 'all' | 'tracked' | 'off';
  /**
   * Since when the process that answers has reached no source at all: it has no network. No source counts as failing meanwhile. Null otherwise.
   * @format date-time
   */
  unreachable_since: string | null;
  /**
   * Up to 10,000.
   * @min 0
   */
  failing: number | null;
  /**
   * For how long the longest due source has been waiting.
   * @min 0
   */
  oldest_due_seconds: number | null;
  /**
   * Hosts that are not asked for a while, up to 10,000.
   * @min 0
   */
  resting: number;
  /** Those that rest longest, up to 50. */
  resting_hosts: RestingHost[];
}

export interface OverviewQueue {
  /**
   * Deliveries that are due and not claimed, up to 10,000.
   * @min 0
   */
  deliveries_due: number | null;
  /**
   * For how long the oldest of them has been waiting.
   * @min 0
   */
  oldest_delivery_seconds: number | null;
  /**
   * For how long the oldest confirmation mail, notice about a channel or message to the operator has been due.
   * @min 0
   */
  oldest_message_seconds: number | null;
  /**
   * Products whose versions no check has taken up yet, up to 10,000.
   * @min 0
   */
  checks_due: number | null;
  /**
   * For how long the oldest check that is due has been waiting.
   * @min 0
   */
  oldest_check_seconds: number | null;
}

export interface OverviewUsers {
  /**
   * Up to 10,000.
   * @min 0
   */
  total: number;
}

export interface OverviewResponse {
  /**
   * Of the service.
   * @example "1.0.0"
   */
  version: string;
  /** The commit that it was built from; null = not known. */
  commit: string | null;
  /**
   * When the process that answers was started. Others are not known to it.
   * @format date-time
   */
  started_at: string;
  database: OverviewDatabase;
  sources: OverviewSources;
  queue: OverviewQueue;
  /**
   * Providers of knowledge whose last import is held.
   * @min 0
   */
  knowledge_held: number | null;
  users: OverviewUsers;
  /** Whether somebody is told of failures: `OPERATOR_CHANNEL_URL` is set. */
  operator_is_told: boolean;
}

export interface ListedUserResponse {
  /** @format uuid */
  id: string;
  /** @example "ada" */
  name: string;
  /** @format idn-email */
  email: string | null;
  /** Whether they sign in with OpenID Connect. */
  is_person: boolean;
  /** @min 0 */
  favorites: number;
  /**
   * When a token or a session of theirs that still exists was last used; null = not known. OpenID Connect tokens leave no trace.
   * @format date-time
   */
  last_seen_at: string | null;
  /**
   * Until when they may use a sign-in link that an operator made; null = there is none.
   * @format date-time
   */
  link_until: string | null;
  /**
   * Since when they are disabled.
   * @format date-time
   */
  disabled_at: string | null;
  /** @format date-time */
  created_at: string;
}

export interface InvitationResponse {
  /**
   * To be opened on the other device. Whoever has it can use it, once. It is shown in this response only.
   * @format uri
   * @example "https://updates.example.org/sign-in#k=suc_x4Kq2w"
   */
  url: string;
  /**
   * Until when it can be used.
   * @format date-time
   */
  ends_at: string;
  /**
   * Of the user.
   * @format uuid
   */
  id: string;
  /** Whether the mail relay has taken a mail with the link. Otherwise pass the link on yourself. */
  mailed: boolean;
}

export interface InviteUserDto {
  /**
   * What the session may do: a subset of the scopes of the caller.
   * @maxItems 5
   * @minItems 1
   * @uniqueItems true
   * @example ["read","write"]
   */
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
  /**
   * Of the new user.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   * @example "ada"
   */
  name: string;
  /**
   * The link goes to it, where this installation can send mails.
   * @format idn-email
   * @maxLength 254
   * @example "ada@example.org"
   */
  email?: string;
}

export interface LinkForUserDto {
  /**
   * What the session may do: a subset of the scopes of the caller.
   * @maxItems 5
   * @minItems 1
   * @uniqueItems true
   * @example ["read","write"]
   */
  scopes: ('read' | 'write' | 'catalogue:write' | 'inventory:write' | 'admin')[];
}

export interface FieldError {
  /** @example "version" */
  field: string;
  message: string;
}

/** RFC 9457. */
export interface Problem {
  type:
    | '/docs/problems#invalid-query'
    | '/docs/problems#invalid-json'
    | '/docs/problems#bad-request'
    | '/docs/problems#unauthorized'
    | '/docs/problems#forbidden'
    | '/docs/problems#sign-in-again'
    | '/docs/problems#not-found'
    | '/docs/problems#method-not-allowed'
    | '/docs/problems#request-timeout'
    | '/docs/problems#conflict'
    | '/docs/problems#limit-reached'
    | '/docs/problems#precondition-failed'
    | '/docs/problems#too-large'
    | '/docs/problems#uri-too-long'
    | '/docs/problems#unsupported-media-type'
    | '/docs/problems#invalid-body'
    | '/docs/problems#key-reused'
    | '/docs/problems#nothing-imported'
    | '/docs/problems#source-not-found'
    | '/docs/problems#source-denied'
    | '/docs/problems#source-limited'
    | '/docs/problems#source-timeout'
    | '/docs/problems#source-unreachable'
    | '/docs/problems#source-failing'
    | '/docs/problems#source-unreadable'
    | '/docs/problems#source-empty'
    | '/docs/problems#source-without-versions'
    | '/docs/problems#too-many-requests'
    | '/docs/problems#headers-too-large'
    | '/docs/problems#internal-error'
    | '/docs/problems#storage-full'
    | '/docs/problems#service-unavailable';
  title: string;
  /**
   * @min 400
   * @max 599
   */
  status: number;
  detail: string;
  instance: string;
  /** With status 500 and above. */
  request_id?: string;
  /** With `invalid-query` and `invalid-body`: each mistake. */
  errors?: FieldError[];
  /**
   * With `limit-reached`: how many there may be.
   * @min 1
   */
  limit?: number;
  /** With `unauthorized` for the code of a sign-in link: why it does not work. */
  reason?: 'unknown' | 'used' | 'expired';
}

export interface ListMeta {
  /**
   * @min 1
   * @example 50
   */
  per_page: number;
  /**
   * Not with `cursor`.
   * @min 1
   */
  page?: number;
  /** For `cursor`; null on the last page. */
  next_cursor: string | null;
  /** @example false */
  has_more: boolean;
  /**
   * With `includeTotal`.
   * @min 0
   * @example 1
   */
  total?: number;
  /**
   * With `includeTotal`.
   * @min 0
   * @example 1
   */
  total_pages?: number;
}

export type SearchMeta = ListMeta & {
  /**
   * With `q`. true: no name, alias or publisher has it, so it is not in the catalogue; the entries, if any, are one typing mistake away or only described with it.
   * @example false
   */
  similar?: boolean;
};

export type QueryParamsType = Record<string | number, any>;
export type ResponseFormat = keyof Omit<Body, 'body' | 'bodyUsed'>;

export interface FullRequestParams extends Omit<RequestInit, 'body'> {
  /** set parameter to `true` for call `securityWorker` for this request */
  secure?: boolean;
  /** request path */
  path: string;
  /** content type of request body */
  type?: ContentType;
  /** query params */
  query?: QueryParamsType;
  /** format of response (i.e. response.json() -> format: "json") */
  format?: ResponseFormat;
  /** request body */
  body?: unknown;
  /** base url */
  baseUrl?: string;
  /** request cancellation token */
  cancelToken?: CancelToken;
}

export type RequestParams = Omit<FullRequestParams, 'body' | 'method' | 'query' | 'path'>;

export interface ApiConfig<SecurityDataType = unknown> {
  baseUrl?: string;
  baseApiParams?: Omit<RequestParams, 'baseUrl' | 'cancelToken' | 'signal'>;
  securityWorker?: (securityData: SecurityDataType | null) => Promise<RequestParams | void> | RequestParams | void;
  customFetch?: typeof fetch;
}

export interface HttpResponse<D extends unknown, E extends unknown = unknown> extends Response {
  data: D;
  error: E;
}

type CancelToken = Symbol | string | number;

export enum ContentType {
  Json = 'application/json',
  JsonApi = 'application/vnd.api+json',
  FormData = 'multipart/form-data',
  UrlEncoded = 'application/x-www-form-urlencoded',
  Text = 'text/plain',
}

export class HttpClient<SecurityDataType = unknown> {
  public baseUrl: string = '/';
  private securityData: SecurityDataType | null = null;
  private securityWorker?: ApiConfig<SecurityDataType>['securityWorker'];
  private abortControllers = new Map<CancelToken, AbortController>();
  private customFetch = (...fetchParams: Parameters<typeof fetch>) => fetch(...fetchParams);

  private baseApiParams: RequestParams = {
    credentials: 'same-origin',
    headers: {},
    redirect: 'follow',
    referrerPolicy: 'no-referrer',
  };

  constructor(apiConfig: ApiConfig<SecurityDataType> = {}) {
    Object.assign(this, apiConfig);
  }

  public setSecurityData = (data: SecurityDataType | null) => {
    this.securityData = data;
  };

  protected encodeQueryParam(key: string, value: any) {
    const encodedKey = encodeURIComponent(key);
    return `${encodedKey}=${encodeURIComponent(typeof value === 'number' ? value : `${value}`)}`;
  }

  protected addQueryParam(query: QueryParamsType, key: string) {
    return this.encodeQueryParam(key, query[key]);
  }

  protected addArrayQueryParam(query: QueryParamsType, key: string) {
    const value = query[key];
    return value.map((v: any) => this.encodeQueryParam(key, v)).join('&');
  }

  protected toQueryString(rawQuery?: QueryParamsType): string {
    const query = rawQuery || {};
    const keys = Object.keys(query).filter((key) => 'undefined' !== typeof query[key]);
    return keys
      .map((key) => (Array.isArray(query[key]) ? this.addArrayQueryParam(query, key) : this.addQueryParam(query, key)))
      .join('&');
  }

  protected addQueryParams(rawQuery?: QueryParamsType): string {
    const queryString = this.toQueryString(rawQuery);
    return queryString ? `?${queryString}` : '';
  }

  private contentFormatters: Record<ContentType, (input: any) => any> = {
    [ContentType.Json]: (input: any) =>
      input !== null && (typeof input === 'object' || typeof input === 'string') ? JSON.stringify(input) : input,
    [ContentType.JsonApi]: (input: any) =>
      input !== null && (typeof input === 'object' || typeof input === 'string') ? JSON.stringify(input) : input,
    [ContentType.Text]: (input: any) => (input !== null && typeof input !== 'string' ? JSON.stringify(input) : input),
    [ContentType.FormData]: (input: any) => {
      if (input instanceof FormData) {
        return input;
      }

      return Object.keys(input || {}).reduce((formData, key) => {
        const property = input[key];
        formData.append(
          key,
          property instanceof Blob
            ? property
            : typeof property === 'object' && property !== null
              ? JSON.stringify(property)
              : `${property}`,
        );
        return formData;
      }, new FormData());
    },
    [ContentType.UrlEncoded]: (input: any) => this.toQueryString(input),
  };

  protected mergeRequestParams(params1: RequestParams, params2?: RequestParams): RequestParams {
    return {
      ...this.baseApiParams,
      ...params1,
      ...(params2 || {}),
      headers: {
        ...(this.baseApiParams.headers || {}),
        ...(params1.headers || {}),
        ...((params2 && params2.headers) || {}),
      },
    };
  }

  protected createAbortSignal = (cancelToken: CancelToken): AbortSignal | undefined => {
    if (this.abortControllers.has(cancelToken)) {
      const abortController = this.abortControllers.get(cancelToken);
      if (abortController) {
        return abortController.signal;
      }
      return void 0;
    }

    const abortController = new AbortController();
    this.abortControllers.set(cancelToken, abortController);
    return abortController.signal;
  };

  public abortRequest = (cancelToken: CancelToken) => {
    const abortController = this.abortControllers.get(cancelToken);

    if (abortController) {
      abortController.abort();
      this.abortControllers.delete(cancelToken);
    }
  };

  public request = async <T = any, E = any>({
    body,
    secure,
    path,
    type,
    query,
    format,
    baseUrl,
    cancelToken,
    ...params
  }: FullRequestParams): Promise<T> => {
    const secureParams =
      ((typeof secure === 'boolean' ? secure : this.baseApiParams.secure) &&
        this.securityWorker &&
        (await this.securityWorker(this.securityData))) ||
      {};
    const requestParams = this.mergeRequestParams(params, secureParams);
    const queryString = query && this.toQueryString(query);
    const payloadFormatter = this.contentFormatters[type || ContentType.Json];
    const responseFormat = format || requestParams.format;

    return this.customFetch(`${baseUrl || this.baseUrl || ''}${path}${queryString ? `?${queryString}` : ''}`, {
      ...requestParams,
      headers: {
        ...(requestParams.headers || {}),
        ...(type && type !== ContentType.FormData ? { 'Content-Type': type } : {}),
      },
      signal: (cancelToken ? this.createAbortSignal(cancelToken) : requestParams.signal) || null,
      body: typeof body === 'undefined' || body === null ? null : payloadFormatter(body),
    }).then(async (response) => {
      const r = response as HttpResponse<T, E>;
      r.data = null as unknown as T;
      r.error = null as unknown as E;

      const responseToParse = responseFormat ? response.clone() : response;
      const data = !responseFormat
        ? r
        : await responseToParse[responseFormat]()
            .then((data) => {
              if (r.ok) {
                r.data = data;
              } else {
                r.error = data;
              }
              return r;
            })
            .catch((e) => {
              r.error = e;
              return r;
            });

      if (cancelToken) {
        this.abortControllers.delete(cancelToken);
      }

      if (!response.ok) throw data;
      return data.data;
    });
  };
}

/**
 * @title Software update tracker
 * @version 0.1.0
 * @license MIT (https://spdx.org/licenses/MIT.html)
 * @baseUrl /
 * @contact The operator of this installation
 *
 * Tracks released versions of software and tells the people who use it.
 *
 * ## Start here
 *
 * 1. **Get a token.** The operator makes the first one where the service runs: `npm run cli -- token create --user <name>` (in a container:
 *    `node dist/cli.js token create --user <name>`). With it you make more: `POST /api/v1/token`. Send it as `Authorization: Bearer <token>`;
 *    on this page, press **Authorize**.
 * 2. **Find what you use**: [`GET /api/v1/software?name=firefox&includeLatestVersion`](#/Software/listSoftware).
 * 3. **Say which version you run**: [`POST /api/v1/favorite`](#/Favorites/createFavorite) with `{"software": "<id>", "version": "142.0.1"}`.
 * 4. **See what is outdated**: [`GET /api/v1/favorite?update_available=true`](#/Favorites/listFavorites).
 * 5. **Be notified**: [`POST /api/v1/channel`](#/Channels/createChannel), then [`POST /api/v1/channel/{id}/test`](#/Channels/testChannel).
 *
 * This description as a file, for generators of clients: [openapi.json](/docs/openapi.json). What each error means: [problems](/docs/problems).
 *
 * ## What holds everywhere
 *
 * Every answer has its payload under `data`; every error is RFC 9457 `application/problem+json`.
 * `/api/<resource>` answers the same as `/api/v1/<resource>`. Unknown parameters and unknown fields are refused by name.
 * Reads have an `ETag`; with `If-None-Match` an answer that has not changed is 304, without a body. Long ones are
 * compressed with gzip for clients that accept it.
 * Filters are written `field[op]=value` or `filter[field][op]=value`; `field=value` is short for `eq`. Several are joined with AND, at most 20.
 *
 * A token has one scope or several; none includes another one, but `write` includes `inventory:write`, which uploads inventories and reads the answers only. `read`: the catalogue and what its user has. `write`: changes what its user has; it
 * reads no list and no GET, but the answer to a change, also to an empty one, shows what was changed: the profile with its address, and by their ids favorites with
 * notes, policies, channels without their secrets, notifications. `catalogue:write`: changes the catalogue, and reads the sources of products. `admin`: reads the audit log.
 *
 * Pages of this service may send the cookie of a session instead ([`POST /api/v1/session`](#/Sessions/createSession)), which has scopes likewise.
 *
 * Answers to a request with a token or a session have `RateLimit-Policy: "user";q=<requests>;w=<seconds>` and `RateLimit: "user";r=<remaining>;t=<seconds>`,
 * which count all tokens and sessions of the user together (draft-ietf-httpapi-ratelimit-headers-11), unless the operator has switched that limit off.
 */
export class Api<SecurityDataType extends unknown> extends HttpClient<SecurityDataType> {
  api = {
    /**
     * @description Finds the product that an address means. If there is none, whoever has its releases is asked at once, for ten seconds at most, and `preview` says what `POST /software` would add; that needs the scope that adding needs. Nothing is stored. One lookup of a user runs at a time and two more wait; further ones get 429.
     *
     * @tags Software
     * @name GetSoftwareLookup
     * @summary Look an address up
     * @request GET:/api/v1/software/lookup
     * @secure
     */
    getSoftwareLookup: (
      query: {
        /**
         * Any tag of the form that counts, such as `1.27.4-alpine`: only tags like it are versions. Default: the form of the version in use, else the most frequent one.
         * @minLength 1
         * @maxLength 255
         */
        form?: string;
        /**
         * The version in use, whose form of tag then counts.
         * @minLength 1
         * @maxLength 255
         */
        version?: string;
        /**
         * Of a repository, an image, a package, a feed or a page: a web address, an image reference, a package URL, `owner/repository`, `npm:express`, …
         * @minLength 1
         * @maxLength 2000
         */
        address: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: LookupResponse;
        },
        Problem
      >({
        path: `/api/v1/software/lookup`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Adds the product with its publisher, its source, its identifiers and its versions, and with `version` as a favorite, all or nothing. A product that is there already is not added again. Everybody who uses this service sees it, with its name. A user adds 200 in a day at most; with `PRODUCTS_BY_USERS=off` it needs the scope `catalogue:write` too.
     *
     * @tags Software
     * @name AddSoftware
     * @summary Add a product by its address
     * @request POST:/api/v1/software
     * @secure
     */
    addSoftware: (data: AddProductDto, params: RequestParams = {}) =>
      this.request<
        {
          data: AddedProductResponse;
        },
        Problem
      >({
        path: `/api/v1/software`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description The products in the catalogue.
     *
     * @tags Software
     * @name ListSoftware
     * @summary List products
     * @request GET:/api/v1/software
     * @secure
     */
    listSoftware: (
      query?: {
        /**
         * Searches names, aliases, publishers and the words of descriptions, without regard to case, diacritics and punctuation. First what is the text, then what begins with it, then what has it as a word, then what has it as a part; of these, names first, then aliases, publishers and descriptions; what is the text may be a name or an alias alike. Of hits that are alike, the better known product first, then shorter names before longer ones. Several words may be in any order, each in any of the texts. Only when nothing is found, what is one typing mistake away. `sort` then is `relevance` unless given.
         * @minLength 1
         * @maxLength 100
         * @pattern \S
         */
        q?: string;
        /**
         * Short for `name[eq]`.
         * @maxLength 255
         */
        name?: string;
        /**
         * name equal.
         * @maxLength 255
         */
        'name[eq]'?: string;
        /**
         * name not equal.
         * @maxLength 255
         */
        'name[ne]'?: string;
        /**
         * name matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'name[like]'?: string;
        /**
         * last_update greater than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gt]'?: string;
        /**
         * last_update greater than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gte]'?: string;
        /**
         * last_update less than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lt]'?: string;
        /**
         * last_update less than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lte]'?: string;
        /**
         * Short for `identifier[eq]`. A package URL of any version (`pkg:npm/express`), a CPE name (`cpe:a:nginx:nginx`, `cpe:2.3:…`), a project of Repology (`repology:nginx`) or another name (`alias:vs code`). Several products may have the same one.
         * @minLength 1
         * @maxLength 2048
         * @pattern ^([Pp][Kk][Gg]|[Cc][Pp][Ee]|[Rr][Ee][Pp][Oo][Ll][Oo][Gg][Yy]|[Aa][Ll][Ii][Aa][Ss]):[\s\S]*\S
         */
        identifier?: string;
        /**
         * identifier equal. A package URL of any version (`pkg:npm/express`), a CPE name (`cpe:a:nginx:nginx`, `cpe:2.3:…`), a project of Repology (`repology:nginx`) or another name (`alias:vs code`). Several products may have the same one.
         * @minLength 1
         * @maxLength 2048
         * @pattern ^([Pp][Kk][Gg]|[Cc][Pp][Ee]|[Rr][Ee][Pp][Oo][Ll][Oo][Gg][Yy]|[Aa][Ll][Ii][Aa][Ss]):[\s\S]*\S
         */
        'identifier[eq]'?: string;
        /**
         * Short for `publisher[eq]`. Id of the publisher.
         * @format uuid
         */
        publisher?: string;
        /**
         * publisher equal. Id of the publisher.
         * @format uuid
         */
        'publisher[eq]'?: string;
        /**
         * Adds `publisher`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includePublisher?: boolean;
        /**
         * Adds `latest_version`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeLatestVersion?: boolean;
        /**
         * Adds `versions`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeVersions?: boolean;
        /**
         * Adds `freshness`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFreshness?: boolean;
        /**
         * Adds `identifiers`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeIdentifiers?: boolean;
        /**
         * Adds `favorite`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFavorite?: boolean;
        /**
         * Adds `icon`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeIcon?: boolean;
        /**
         * Adds `releases`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeReleases?: boolean;
        /**
         * Adds `support`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeSupport?: boolean;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /** Order of the entries; `-` in front is descending. Left out: `relevance` with `q`, and `name` without, which `relevance` then means too. */
        sort?: 'relevance' | '-relevance' | 'name' | '-name' | 'last_update' | '-last_update';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: SoftwareResponse[];
          meta: SearchMeta;
        },
        Problem
      >({
        path: `/api/v1/software`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Finds the product that each entry means, and makes it a favorite, each by itself: those that fail say why, and the others are made. The same request again changes nothing, so an interrupted one can be sent again. With `add_products`, whoever has the releases of an address that nobody has added yet is asked, one after the other for 25 seconds at most; entries after that fail with `too-many-requests`.
     *
     * @tags Favorites
     * @name CreateManyFavorites
     * @summary Create favorites of products by their names or addresses
     * @request POST:/api/v1/favorite/bulk/create
     * @secure
     */
    createManyFavorites: (data: CreateFavoritesDto, params: RequestParams = {}) =>
      this.request<
        {
          data: CreateFavoritesAnswer;
        },
        Problem
      >({
        path: `/api/v1/favorite/bulk/create`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Settings for all notifications of the caller.
     *
     * @tags Profile
     * @name GetProfile
     * @summary Get the caller's profile
     * @request GET:/api/v1/profile
     * @secure
     */
    getProfile: (params: RequestParams = {}) =>
      this.request<
        {
          data: ProfileResponse;
        },
        Problem
      >({
        path: `/api/v1/profile`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Fields that are left out get their defaults: no email, `notifications_enabled` true, `notify_always` null, `time_zone` UTC, `home_assistant` false.
     *
     * @tags Profile
     * @name ReplaceProfile
     * @summary Replace the caller's profile
     * @request PUT:/api/v1/profile
     * @secure
     */
    replaceProfile: (data: ReplaceProfileDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ProfileResponse;
        },
        Problem
      >({
        path: `/api/v1/profile`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Changes only the fields in the body.
     *
     * @tags Profile
     * @name UpdateProfile
     * @summary Update the caller's profile
     * @request PATCH:/api/v1/profile
     * @secure
     */
    updateProfile: (data: UpdateProfileDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ProfileResponse;
        },
        Problem
      >({
        path: `/api/v1/profile`,
        method: 'PATCH',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Without the tokens themselves, which are shown only once, when they are created.
     *
     * @tags Tokens
     * @name ListTokens
     * @summary List the caller's tokens
     * @request GET:/api/v1/token
     * @secure
     */
    listTokens: (
      query?: {
        /**
         * Short for `parent[eq]`. Id of the token that created them.
         * @format uuid
         */
        parent?: string;
        /**
         * parent equal. Id of the token that created them.
         * @format uuid
         */
        'parent[eq]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: TokenResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/token`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Its scopes and lifetime cannot exceed those of the calling token. The response is 401 if that token was revoked meanwhile, on any replica. A user has at most `TOKENS_PER_USER`; expired tokens do not count.
     *
     * @tags Tokens
     * @name CreateToken
     * @summary Create a token
     * @request POST:/api/v1/token
     * @secure
     */
    createToken: (data: CreateTokenDto, params: RequestParams = {}) =>
      this.request<
        {
          data: CreatedTokenResponse;
        },
        Problem
      >({
        path: `/api/v1/token`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Takes effect on every replica within five seconds. Tokens created with it stay valid, unless `offspring` is given: then all its descendants are revoked too, also when it is revoked already. `GET /token?parent=<id>` lists its children.
     *
     * @tags Tokens
     * @name RevokeToken
     * @summary Revoke a token
     * @request DELETE:/api/v1/token/{id}
     * @secure
     */
    revokeToken: (
      id: string,
      query?: {
        /**
         * Also revokes its descendants. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        offspring?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, Problem>({
        path: `/api/v1/token/${id}`,
        method: 'DELETE',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Needs no token.
     *
     * @tags Sessions
     * @name ListSignInMethods
     * @summary List the ways to sign in
     * @request GET:/api/v1/sign-in
     */
    listSignInMethods: (params: RequestParams = {}) =>
      this.request<
        {
          data: SignInMethodsResponse;
        },
        Problem
      >({
        path: `/api/v1/sign-in`,
        method: 'GET',
        format: 'json',
        ...params,
      }),

    /**
     * @description For pages of this service: starts a session with `token` or with `code`, and sets its cookie. A session that the browser has already ends. It has the scopes of the token or link, ends after seven days without use, after thirty days, and with the token. Needs no token in `Authorization`. A code works once. A user has at most 50 sessions; the oldest ends.
     *
     * @tags Sessions
     * @name CreateSession
     * @summary Sign in
     * @request POST:/api/v1/session
     */
    createSession: (data: StartSessionDto, params: RequestParams = {}) =>
      this.request<
        {
          data: CurrentSessionResponse;
        },
        Problem
      >({
        path: `/api/v1/session`,
        method: 'POST',
        body: data,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Those that have not ended, newest first.
     *
     * @tags Sessions
     * @name ListSessions
     * @summary List the caller's sessions
     * @request GET:/api/v1/session
     * @secure
     */
    listSessions: (params: RequestParams = {}) =>
      this.request<
        {
          data: SessionResponse[];
        },
        Problem
      >({
        path: `/api/v1/session`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Who is signed in, and what this service has. Any scope will do. 404 for a request with a token.
     *
     * @tags Sessions
     * @name GetCurrentSession
     * @summary Get the session of this request
     * @request GET:/api/v1/session/current
     * @secure
     */
    getCurrentSession: (params: RequestParams = {}) =>
      this.request<
        {
          data: CurrentSessionResponse;
        },
        Problem
      >({
        path: `/api/v1/session/current`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Ends the session of this request, and makes the browser forget its cookie and what pages have stored. Any scope will do.
     *
     * @tags Sessions
     * @name DeleteCurrentSession
     * @summary Sign out
     * @request DELETE:/api/v1/session/current
     * @secure
     */
    deleteCurrentSession: (params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/session/current`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Signs the caller in on another device, once, within ten minutes. The session there may do what this one may, ends when this one would end in any case, and with the same token. The link ends with this session, and with the next link. Any scope will do, but the sign-in must be less than an hour ago.
     *
     * @tags Sessions
     * @name CreateSignInLink
     * @summary Make a sign-in link for another device
     * @request POST:/api/v1/session/link
     * @secure
     */
    createSignInLink: (params: RequestParams = {}) =>
      this.request<
        {
          data: SignInLinkResponse;
        },
        Problem
      >({
        path: `/api/v1/session/link`,
        method: 'POST',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Takes effect on every replica within five seconds.
     *
     * @tags Sessions
     * @name DeleteSession
     * @summary End a session
     * @request DELETE:/api/v1/session/{id}
     * @secure
     */
    deleteSession: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/session/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Covers all users. Entries are kept for `AUDIT_RETENTION` and cannot be changed or removed.
     *
     * @tags Audit
     * @name ListAuditEntries
     * @summary List changes and who made them
     * @request GET:/api/v1/audit
     * @secure
     */
    listAuditEntries: (
      query?: {
        /**
         * Short for `user[eq]`. Id of the user who did it.
         * @format uuid
         */
        user?: string;
        /**
         * user equal. Id of the user who did it.
         * @format uuid
         */
        'user[eq]'?: string;
        /** Short for `action[eq]`. */
        action?:
          | 'user.created'
          | 'user.disabled'
          | 'user.enabled'
          | 'user.deleted'
          | 'token.created'
          | 'token.revoked'
          | 'session.link-created'
          | 'session.link-removed'
          | 'session.created'
          | 'session.ended'
          | 'profile.updated'
          | 'channel.created'
          | 'channel.updated'
          | 'channel.secret-rotated'
          | 'channel.confirmation-requested'
          | 'channel.confirmed'
          | 'channel.unsubscribed'
          | 'channel.disabled'
          | 'channel.deleted'
          | 'feed.created'
          | 'feed.rotated'
          | 'feed.deleted'
          | 'favorite.created'
          | 'favorite.updated'
          | 'favorite.advisory-triaged'
          | 'favorite.advisory-untriaged'
          | 'favorite.policy-updated'
          | 'favorite.probe-set'
          | 'favorite.probe-removed'
          | 'favorite.deleted'
          | 'tag.renamed'
          | 'tag.deleted'
          | 'software.created'
          | 'software.added'
          | 'software.source-set'
          | 'software.source-removed'
          | 'software.notes-source-set'
          | 'software.notes-source-removed'
          | 'software.ordering-changed'
          | 'software.identifiers-set'
          | 'catalogue.imported'
          | 'knowledge.accepted'
          | 'secrets.rotated'
          | 'inventory.created'
          | 'inventory.updated'
          | 'inventory.imported'
          | 'inventory.decided'
          | 'inventory.deleted';
        /** action equal. */
        'action[eq]'?:
          | 'user.created'
          | 'user.disabled'
          | 'user.enabled'
          | 'user.deleted'
          | 'token.created'
          | 'token.revoked'
          | 'session.link-created'
          | 'session.link-removed'
          | 'session.created'
          | 'session.ended'
          | 'profile.updated'
          | 'channel.created'
          | 'channel.updated'
          | 'channel.secret-rotated'
          | 'channel.confirmation-requested'
          | 'channel.confirmed'
          | 'channel.unsubscribed'
          | 'channel.disabled'
          | 'channel.deleted'
          | 'feed.created'
          | 'feed.rotated'
          | 'feed.deleted'
          | 'favorite.created'
          | 'favorite.updated'
          | 'favorite.advisory-triaged'
          | 'favorite.advisory-untriaged'
          | 'favorite.policy-updated'
          | 'favorite.probe-set'
          | 'favorite.probe-removed'
          | 'favorite.deleted'
          | 'tag.renamed'
          | 'tag.deleted'
          | 'software.created'
          | 'software.added'
          | 'software.source-set'
          | 'software.source-removed'
          | 'software.notes-source-set'
          | 'software.notes-source-removed'
          | 'software.ordering-changed'
          | 'software.identifiers-set'
          | 'catalogue.imported'
          | 'knowledge.accepted'
          | 'secrets.rotated'
          | 'inventory.created'
          | 'inventory.updated'
          | 'inventory.imported'
          | 'inventory.decided'
          | 'inventory.deleted';
        /** Short for `resource_type[eq]`. */
        resource_type?:
          | 'user'
          | 'token'
          | 'session'
          | 'profile'
          | 'channel'
          | 'feed'
          | 'favorite'
          | 'tag'
          | 'software'
          | 'catalogue'
          | 'knowledge'
          | 'secrets'
          | 'inventory';
        /** resource_type equal. */
        'resource_type[eq]'?:
          | 'user'
          | 'token'
          | 'session'
          | 'profile'
          | 'channel'
          | 'feed'
          | 'favorite'
          | 'tag'
          | 'software'
          | 'catalogue'
          | 'knowledge'
          | 'secrets'
          | 'inventory';
        /**
         * Short for `resource[eq]`. Id of what was changed.
         * @format uuid
         */
        resource?: string;
        /**
         * resource equal. Id of what was changed.
         * @format uuid
         */
        'resource[eq]'?: string;
        /**
         * created_at greater than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gt]'?: string;
        /**
         * created_at greater than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gte]'?: string;
        /**
         * created_at less than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lt]'?: string;
        /**
         * created_at less than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lte]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "-created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: AuditResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/audit`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description The publishers of the products in the catalogue.
     *
     * @tags Publishers
     * @name ListPublishers
     * @summary List publishers
     * @request GET:/api/v1/publisher
     * @secure
     */
    listPublishers: (
      query?: {
        /**
         * Short for `name[eq]`.
         * @maxLength 255
         */
        name?: string;
        /**
         * name equal.
         * @maxLength 255
         */
        'name[eq]'?: string;
        /**
         * name not equal.
         * @maxLength 255
         */
        'name[ne]'?: string;
        /**
         * name matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'name[like]'?: string;
        /**
         * last_update greater than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gt]'?: string;
        /**
         * last_update greater than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gte]'?: string;
        /**
         * last_update less than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lt]'?: string;
        /**
         * last_update less than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lte]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "name"
         */
        sort?: 'name' | '-name' | 'last_update' | '-last_update';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: PublisherResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/publisher`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description A publisher in the catalogue.
     *
     * @tags Publishers
     * @name GetPublisher
     * @summary Get a publisher
     * @request GET:/api/v1/publisher/{id}
     * @secure
     */
    getPublisher: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: PublisherResponse;
        },
        Problem
      >({
        path: `/api/v1/publisher/${id}`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description A product in the catalogue.
     *
     * @tags Software
     * @name GetSoftware
     * @summary Get a product
     * @request GET:/api/v1/software/{id}
     * @secure
     */
    getSoftware: (
      id: string,
      query?: {
        /**
         * Adds `publisher`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includePublisher?: boolean;
        /**
         * Adds `latest_version`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeLatestVersion?: boolean;
        /**
         * Adds `versions`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeVersions?: boolean;
        /**
         * Adds `freshness`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFreshness?: boolean;
        /**
         * Adds `identifiers`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeIdentifiers?: boolean;
        /**
         * Adds `favorite`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFavorite?: boolean;
        /**
         * Adds `icon`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeIcon?: boolean;
        /**
         * Adds `releases`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeReleases?: boolean;
        /**
         * Adds `support`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeSupport?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: SoftwareResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description The same as getting the publisher by its id.
     *
     * @tags Software
     * @name GetSoftwarePublisher
     * @summary Get the publisher of a product
     * @request GET:/api/v1/software/{id}/publisher
     * @secure
     */
    getSoftwarePublisher: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: PublisherResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/publisher`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Up to 1,000 entries in one answer, unless a page is requested.
     *
     * @tags Publishers
     * @name ListPublisherSoftware
     * @summary List the products of a publisher
     * @request GET:/api/v1/publisher/{id}/software
     * @secure
     */
    listPublisherSoftware: (
      id: string,
      query?: {
        /**
         * Short for `title[eq]`.
         * @maxLength 255
         */
        title?: string;
        /**
         * title equal.
         * @maxLength 255
         */
        'title[eq]'?: string;
        /**
         * title not equal.
         * @maxLength 255
         */
        'title[ne]'?: string;
        /**
         * title matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'title[like]'?: string;
        /**
         * Entries of a page. Without per_page, page and cursor the answer has up to 1000 entries.
         * @min 1
         * @max 200
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "title"
         */
        sort?: 'title' | '-title' | 'last_update' | '-last_update';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: PublisherSoftwareResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/publisher/${id}/software`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description The names by which others know it. `GET /software?identifier=` finds products by them.
     *
     * @tags Software
     * @name GetSoftwareIdentifiers
     * @summary Get the identifiers of a product
     * @request GET:/api/v1/software/{id}/identifier
     * @secure
     */
    getSoftwareIdentifiers: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: IdentifiersResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/identifier`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Replaces those that this operation has set before. Those of catalogue records and of the source of the product stay. `last_update` stays, too.
     *
     * @tags Software
     * @name ReplaceSoftwareIdentifiers
     * @summary Set identifiers of a product
     * @request PUT:/api/v1/software/{id}/identifier
     * @secure
     */
    replaceSoftwareIdentifiers: (id: string, data: WriteIdentifiersDto, params: RequestParams = {}) =>
      this.request<
        {
          data: IdentifiersResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/identifier`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description The newest 1,000 versions by their dates, the oldest first, in columns, for a plot. Withdrawn versions are among them, and the caller's own version, which the catalogue does not know. Labels that the product ignores are not.
     *
     * @tags Software
     * @name GetSoftwareTimeline
     * @summary Get the releases of a product over time
     * @request GET:/api/v1/software/{id}/timeline
     * @secure
     */
    getSoftwareTimeline: (
      id: string,
      query?: {
        /**
         * Only what was released then or later. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        from?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: TimelineResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/timeline`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Newest first, in the version order of the product; up to 1,000 in one answer, unless a page is requested. Includes the caller's own version, which the catalogue does not know.
     *
     * @tags Software
     * @name ListSoftwareVersions
     * @summary List the versions of a product
     * @request GET:/api/v1/software/{id}/versions
     * @secure
     */
    listSoftwareVersions: (
      id: string,
      query?: {
        /**
         * version greater than. Compared in version order, by the product's own scheme.
         * @minLength 1
         * @maxLength 255
         */
        'version[gt]'?: string;
        /**
         * version greater than or equal to. Compared in version order, by the product's own scheme.
         * @minLength 1
         * @maxLength 255
         */
        'version[gte]'?: string;
        /**
         * version less than. Compared in version order, by the product's own scheme.
         * @minLength 1
         * @maxLength 255
         */
        'version[lt]'?: string;
        /**
         * version less than or equal to. Compared in version order, by the product's own scheme.
         * @minLength 1
         * @maxLength 255
         */
        'version[lte]'?: string;
        /**
         * version matches; `%` stands for any run of characters, without it the value may be anywhere. Compared in version order, by the product's own scheme.
         * @maxLength 255
         */
        'version[like]'?: string;
        /** Short for `has_notes[eq]`. Whether its release notes are known. `1` and `0` are taken too. */
        has_notes?: boolean;
        /** has_notes equal. Whether its release notes are known. `1` and `0` are taken too. */
        'has_notes[eq]'?: boolean;
        /**
         * created_at greater than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gt]'?: string;
        /**
         * created_at greater than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gte]'?: string;
        /**
         * created_at less than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lt]'?: string;
        /**
         * created_at less than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lte]'?: string;
        /**
         * Adds `details`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeDetails?: boolean;
        /**
         * Entries of a page. Without per_page, page and cursor the answer has up to 1000 entries.
         * @min 1
         * @max 200
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "-version"
         */
        sort?: 'version' | '-version' | 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ListedVersionResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/versions`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Of all versions above `from` up to `to` that were not withdrawn, newest first: up to 200 versions or 256 KiB in one answer.
     *
     * @tags Software
     * @name GetSoftwareReleaseNotes
     * @summary Get the release notes between two versions
     * @request GET:/api/v1/software/{id}/changes
     * @secure
     */
    getSoftwareReleaseNotes: (
      id: string,
      query?: {
        /**
         * A version, which is not among them; without it, from the first one.
         * @minLength 1
         * @maxLength 255
         */
        from?: string;
        /**
         * A version, which is among them; without it, to the newest one.
         * @minLength 1
         * @maxLength 255
         */
        to?: string;
        /**
         * Of the notes. `blocks` is a tree of JSON, which is shown without reading markup.
         * @default "markdown"
         */
        format?: 'markdown' | 'text' | 'html' | 'blocks';
        /**
         * `more.cursor` of the page before.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ChangesResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/changes`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description The same as in the changes of its product; `notes` is null where there are none.
     *
     * @tags Software
     * @name GetVersionNotes
     * @summary Get the release notes of a version
     * @request GET:/api/v1/software/{id}/versions/{versionId}/notes
     * @secure
     */
    getVersionNotes: (
      versionId: string,
      id: string,
      query?: {
        /**
         * Of the notes. `blocks` is a tree of JSON, which is shown without reading markup.
         * @default "markdown"
         */
        format?: 'markdown' | 'text' | 'html' | 'blocks';
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ChangedVersionResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/versions/${versionId}/notes`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Its release cycles, and until when each is supported. `eol_on` is the end for the majority of users: paid support may last longer. No cycles: nobody says.
     *
     * @tags Software
     * @name GetSoftwareLifecycle
     * @summary Get the lifecycle of a product
     * @request GET:/api/v1/software/{id}/lifecycle
     * @secure
     */
    getSoftwareLifecycle: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: LifecycleResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/lifecycle`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description All records about a vulnerability that name a product of the catalogue, by its CVE id or by the id of a record.
     *
     * @tags Software
     * @name GetAdvisory
     * @summary Get an advisory
     * @request GET:/api/v1/advisory/{id}
     * @secure
     */
    getAdvisory: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: AdvisoryResponse;
        },
        Problem
      >({
        path: `/api/v1/advisory/${id}`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description What advisory databases say of it. They name products by exact package URLs, CPE names and repositories, which the product must have as identifiers; one that two products have counts for none of them.
     *
     * @tags Software
     * @name GetVersionAdvisories
     * @summary Get the vulnerabilities of a version
     * @request GET:/api/v1/software/{id}/versions/{versionId}/advisory
     * @secure
     */
    getVersionAdvisories: (versionId: string, id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: VersionAdvisoryResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/versions/${versionId}/advisory`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description NDJSON, plain or gzip, one product per line, as in the bundled file. Valid lines are imported, invalid ones are reported; sending the same file again changes nothing. 200 if any line was accepted or there was none; 422 with the same counts if all were rejected.
     *
     * @tags Catalogue
     * @name ImportCatalogue
     * @summary Import into the catalogue
     * @request POST:/api/v1/catalogue
     * @secure
     */
    importCatalogue: (data: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ImportResponse;
        },
        Problem | (Problem & ImportResponse)
      >({
        path: `/api/v1/catalogue`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Text,
        format: 'json',
        ...params,
      }),

    /**
     * @description Where releases may come from, with the JSON Schema of the settings.
     *
     * @tags Sources
     * @name ListSourceTypes
     * @summary List source types
     * @request GET:/api/v1/source-type
     * @secure
     */
    listSourceTypes: (params: RequestParams = {}) =>
      this.request<
        {
          data: SourceTypeResponse[];
        },
        Problem
      >({
        path: `/api/v1/source-type`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description 404 when it has none. Secrets in its settings are masked.
     *
     * @tags Sources
     * @name GetSoftwareSource
     * @summary Get the source of a product and its state
     * @request GET:/api/v1/software/{id}/source
     * @secure
     */
    getSoftwareSource: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: SourceResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/source`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description It is polled at once. A product with the default ordering gets the scheme of its source, where packages of its kind have one (npm: `semver`, PyPI: `pep440`, RubyGems: `gem`, …).
     *
     * @tags Sources
     * @name ReplaceSoftwareSource
     * @summary Set the source of a product
     * @request PUT:/api/v1/software/{id}/source
     * @secure
     */
    replaceSoftwareSource: (id: string, data: WriteSourceDto, params: RequestParams = {}) =>
      this.request<
        {
          data: SourceResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/source`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Its versions stay.
     *
     * @tags Sources
     * @name DeleteSoftwareSource
     * @summary Remove the source of a product
     * @request DELETE:/api/v1/software/{id}/source
     * @secure
     */
    deleteSoftwareSource: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/software/${id}/source`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description As soon as its host may be asked: `next_attempt` says when. 409 while polling is disabled.
     *
     * @tags Sources
     * @name PollSoftwareSource
     * @summary Poll the source of a product at once
     * @request POST:/api/v1/software/{id}/source/poll
     * @secure
     */
    pollSoftwareSource: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: SourceResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/source/poll`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description The sources of all products, and what their last polls brought. `sort=failing_since` has only those that fail.
     *
     * @tags Operator
     * @name ListSources
     * @summary List sources
     * @request GET:/api/v1/source
     * @secure
     */
    listSources: (
      query?: {
        /** Short for `state[eq]`. `failing`: the last poll brought no answer. `ok`: all others. */
        state?: 'failing' | 'ok';
        /** state equal. `failing`: the last poll brought no answer. `ok`: all others. */
        'state[eq]'?: 'failing' | 'ok';
        /**
         * Short for `type[eq]`. As in `GET /source-type`.
         * @pattern ^[a-z0-9-]{1,32}$
         */
        type?: string;
        /**
         * type equal. As in `GET /source-type`.
         * @pattern ^[a-z0-9-]{1,32}$
         */
        'type[eq]'?: string;
        /**
         * Short for `host[eq]`. The host that is asked, with its port if it is not the usual one.
         * @minLength 1
         * @maxLength 255
         * @pattern ^[!-~]{1,255}$
         */
        host?: string;
        /**
         * host equal. The host that is asked, with its port if it is not the usual one.
         * @minLength 1
         * @maxLength 255
         * @pattern ^[!-~]{1,255}$
         */
        'host[eq]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "software"
         */
        sort?: 'software' | '-software' | 'failing_since' | '-failing_since';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ListedSourceResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/source`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Asks the source at once, for ten seconds at most, and says what would be offered and what would be left out. What is not given is as the product has it. Nothing is stored.
     *
     * @tags Sources
     * @name PreviewSoftwareSource
     * @summary Preview a source and an ordering
     * @request POST:/api/v1/software/{id}/source/preview
     * @secure
     */
    previewSoftwareSource: (id: string, data: PreviewSourceDto, params: RequestParams = {}) =>
      this.request<
        {
          data: SourcePreviewResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/source/preview`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description What somebody has set, else what follows from its source and identifiers.
     *
     * @tags Sources
     * @name GetNotesSource
     * @summary Get where release notes are read
     * @request GET:/api/v1/software/{id}/notes-source
     * @secure
     */
    getNotesSource: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: NotesSourceResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/notes-source`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Within a minute, if somebody tracks the product.
     *
     * @tags Sources
     * @name ReplaceNotesSource
     * @summary Set where release notes are read
     * @request PUT:/api/v1/software/{id}/notes-source
     * @secure
     */
    replaceNotesSource: (id: string, data: WriteNotesSourceDto, params: RequestParams = {}) =>
      this.request<
        {
          data: NotesSourceResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/notes-source`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Those that are stored stay.
     *
     * @tags Sources
     * @name DeleteNotesSource
     * @summary Read release notes at the default again
     * @request DELETE:/api/v1/software/{id}/notes-source
     * @secure
     */
    deleteNotesSource: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/software/${id}/notes-source`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Who tells facts about many products at once, such as until when they are supported, and how new these are.
     *
     * @tags Sources
     * @name ListKnowledge
     * @summary List providers of knowledge
     * @request GET:/api/v1/knowledge
     * @secure
     */
    listKnowledge: (params: RequestParams = {}) =>
      this.request<
        {
          data: KnowledgeResponse[];
        },
        Problem
      >({
        path: `/api/v1/knowledge`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Lets the last import of a provider count, although it changes what is known of many products. 409 when none is held.
     *
     * @tags Sources
     * @name AcceptKnowledge
     * @summary Accept an import that is held
     * @request POST:/api/v1/knowledge/{provider}/accept
     * @secure
     */
    acceptKnowledge: (provider: string, params: RequestParams = {}) =>
      this.request<
        {
          data: KnowledgeResponse;
        },
        Problem
      >({
        path: `/api/v1/knowledge/${provider}/accept`,
        method: 'POST',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Does to each favorite what the request for a single one does. Those that cannot be changed are in `failed`, and the others are changed. Many are changed in several transactions: an interrupted request may have changed some of them; `GET /favorite/bulk` lists it, and it can be sent again or undone. More than 2,000, and all with an `Idempotency-Key`, are changed in the background: 202 at once, and no restart interrupts it. Of several, one begins after the other.
     *
     * @tags Favorites
     * @name CreateBulkOperation
     * @summary Run a bulk operation on favorites
     * @request POST:/api/v1/favorite/bulk
     * @secure
     */
    createBulkOperation: (data: BulkDto, params: RequestParams = {}) =>
      this.request<
        {
          data: BulkAnswer;
        },
        Problem
      >({
        path: `/api/v1/favorite/bulk`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Those of the last 30 days. `GET /history` has the other changes as well.
     *
     * @tags Favorites
     * @name ListBulkOperations
     * @summary List bulk operations on favorites
     * @request GET:/api/v1/favorite/bulk
     * @secure
     */
    listBulkOperations: (
      query?: {
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "-created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: BulkResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/favorite/bulk`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description What it has changed so far.
     *
     * @tags Favorites
     * @name GetBulkOperation
     * @summary Get a bulk operation on favorites
     * @request GET:/api/v1/favorite/bulk/{id}
     * @secure
     */
    getBulkOperation: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: BulkOutcome;
        },
        Problem
      >({
        path: `/api/v1/favorite/bulk/${id}`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Restores within 30 days the favorites that nothing changed after it; `skipped` has the others. Deleted favorites come back with their ids, policies, channels and notes, but without their notifications. What was skipped can be tried again; 409 if nothing is left. An operation that goes on ends. More than 2,000 are restored in the background: 202.
     *
     * @tags Favorites
     * @name UndoBulkOperation
     * @summary Undo a bulk operation on favorites
     * @request POST:/api/v1/favorite/bulk/{id}/undo
     * @secure
     */
    undoBulkOperation: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: UndoAnswer;
        },
        Problem
      >({
        path: `/api/v1/favorite/bulk/${id}/undo`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description Changes of the last 30 days to what is tracked, by the page, tokens and links: bulk operations, changes of single favorites, uploads of inventories. The newest 5,000, and as many as changed 50,000 favorites together.
     *
     * @tags History
     * @name ListHistory
     * @summary List what the caller changed
     * @request GET:/api/v1/history
     * @secure
     */
    listHistory: (
      query?: {
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "-created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: HistoryResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/history`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Restores the favorites that nothing changed after it, as the undo of a bulk operation does. 409 if nothing is left, and for uploads; what was skipped can be tried again.
     *
     * @tags History
     * @name UndoChange
     * @summary Undo a change
     * @request POST:/api/v1/history/{id}/undo
     * @secure
     */
    undoChange: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: UndoAnswer;
        },
        Problem
      >({
        path: `/api/v1/history/${id}/undo`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description All vulnerabilities of what the caller runs, each with its status by the decision of its owner, else by the word of the vendor, else by that of the databases. The same text as long as it says the same. Without any vulnerability there is no OpenVEX document (404).
     *
     * @tags Vulnerabilities
     * @name GetFavoriteVex
     * @summary Get the vulnerabilities as VEX
     * @request GET:/api/v1/favorite/vex
     * @secure
     */
    getFavoriteVex: (
      query?: {
        /**
         * Of the document.
         * @default "openvex"
         */
        format?: 'openvex' | 'cyclonedx';
      },
      params: RequestParams = {},
    ) =>
      this.request<Record<string, any>, Problem>({
        path: `/api/v1/favorite/vex`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description CycloneDX 1.6: the versions in use of all favorites, and those of their deployments, with their vulnerabilities. The same text as long as it says the same.
     *
     * @tags Vulnerabilities
     * @name GetFavoriteBom
     * @summary Get what the caller runs as a CycloneDX document
     * @request GET:/api/v1/favorite/bom
     * @secure
     */
    getFavoriteBom: (params: RequestParams = {}) =>
      this.request<Record<string, any>, Problem>({
        path: `/api/v1/favorite/bom`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description With what the caller decided about them. An empty list says nothing where `risk.state` is `not-assessed`.
     *
     * @tags Favorites
     * @name ListFavoriteAdvisories
     * @summary List the vulnerabilities of the version in use
     * @request GET:/api/v1/favorite/{id}/advisory
     * @secure
     */
    listFavoriteAdvisories: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteAdvisories;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/advisory`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Holds for all versions of the product that the favorite moves to. Replaces an earlier decision, and is on record in the audit log.
     *
     * @tags Favorites
     * @name ReplaceFavoriteTriage
     * @summary Decide about a vulnerability
     * @request PUT:/api/v1/favorite/{id}/advisory/{advisoryId}
     * @secure
     */
    replaceFavoriteTriage: (advisoryId: string, id: string, data: WriteTriageDto, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteAdvisory;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/advisory/${advisoryId}`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Without effect if there is none.
     *
     * @tags Favorites
     * @name DeleteFavoriteTriage
     * @summary Take back a decision about a vulnerability
     * @request DELETE:/api/v1/favorite/{id}/advisory/{advisoryId}
     * @secure
     */
    deleteFavoriteTriage: (advisoryId: string, id: string, params: RequestParams = {}) =>
      this.request<void, Problem>({
        path: `/api/v1/favorite/${id}/advisory/${advisoryId}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description The products that the caller uses, with the version in use and whether a newer one is available.
     *
     * @tags Favorites
     * @name ListFavorites
     * @summary List favorites
     * @request GET:/api/v1/favorite
     * @secure
     */
    listFavorites: (
      query?: {
        /**
         * Short for `software[eq]`. The product's name.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal. The product's name.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software not equal. The product's name.
         * @maxLength 255
         */
        'software[ne]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere. The product's name.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Short for `software_id[eq]`. Id of the product.
         * @format uuid
         */
        software_id?: string;
        /**
         * software_id equal. Id of the product.
         * @format uuid
         */
        'software_id[eq]'?: string;
        /**
         * Short for `publisher[eq]`. The name of the product's publisher.
         * @maxLength 255
         */
        publisher?: string;
        /**
         * publisher equal. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[eq]'?: string;
        /**
         * publisher not equal. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[ne]'?: string;
        /**
         * publisher matches; `%` stands for any run of characters, without it the value may be anywhere. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[like]'?: string;
        /** Short for `update_available[eq]`. `1` and `0` are taken too. */
        update_available?: boolean;
        /** update_available equal. `1` and `0` are taken too. */
        'update_available[eq]'?: boolean;
        /** Short for `kind[eq]`. The size of the step to the available version. Favorites without an update have none. */
        kind?: 'major' | 'minor' | 'patch' | 'other';
        /** kind equal. The size of the step to the available version. Favorites without an update have none. */
        'kind[eq]'?: 'major' | 'minor' | 'patch' | 'other';
        /**
         * available_at greater than. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[gt]'?: string;
        /**
         * available_at greater than or equal to. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[gte]'?: string;
        /**
         * available_at less than. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[lt]'?: string;
        /**
         * available_at less than or equal to. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[lte]'?: string;
        /** Short for `state[eq]`. `snoozed`: no updates until a given time; `muted`: `notifications_enabled` is false; `policy`: a policy decides which versions count as updates, a snooze included. Given twice, both hold. */
        state?: 'snoozed' | 'muted' | 'policy';
        /** state equal. `snoozed`: no updates until a given time; `muted`: `notifications_enabled` is false; `policy`: a policy decides which versions count as updates, a snooze included. Given twice, both hold. */
        'state[eq]'?: 'snoozed' | 'muted' | 'policy';
        /** Short for `support[eq]`. How long the version in use is supported: `ending` within 90 days; `extended`: support has ended for most users, but not for all; `unknown`: no lifecycle of the product is known, or it does not say. */
        support?: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
        /** support equal. How long the version in use is supported: `ending` within 90 days; `extended`: support has ended for most users, but not for all; `unknown`: no lifecycle of the product is known, or it does not say. */
        'support[eq]'?: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
        /**
         * eol greater than. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[gt]'?: string;
        /**
         * eol greater than or equal to. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[gte]'?: string;
        /**
         * eol less than. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[lt]'?: string;
        /**
         * eol less than or equal to. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[lte]'?: string;
        /** Short for `vulnerable[eq]`. Whether the version in use has a known vulnerability. `false` does not say that it has none. `1` and `0` are taken too. */
        vulnerable?: boolean;
        /** vulnerable equal. Whether the version in use has a known vulnerability. `false` does not say that it has none. `1` and `0` are taken too. */
        'vulnerable[eq]'?: boolean;
        /** Short for `exploited[eq]`. Whether the version in use has a vulnerability that is known to be exploited. `1` and `0` are taken too. */
        exploited?: boolean;
        /** exploited equal. Whether the version in use has a vulnerability that is known to be exploited. `1` and `0` are taken too. */
        'exploited[eq]'?: boolean;
        /** severity greater than or equal to. The version in use has a known vulnerability of this severity, or of a worse one. */
        'severity[gte]'?: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
        /** Short for `matters[eq]`. Why it matters, the first that holds: `exploited`: a vulnerability of the version in use is known to be exploited; `fixes`: the update fixes known ones; `breaking`: the notes in between call a change breaking; `support` has ended, or ends soon; `behind`: the version in use is more than 365 days older than the one on offer. Else the size of the step, or `none` without an update. */
        matters?:
          'exploited' | 'fixes' | 'breaking' | 'support' | 'behind' | 'major' | 'minor' | 'patch' | 'other' | 'none';
        /** matters equal. Why it matters, the first that holds: `exploited`: a vulnerability of the version in use is known to be exploited; `fixes`: the update fixes known ones; `breaking`: the notes in between call a change breaking; `support` has ended, or ends soon; `behind`: the version in use is more than 365 days older than the one on offer. Else the size of the step, or `none` without an update. */
        'matters[eq]'?:
          'exploited' | 'fixes' | 'breaking' | 'support' | 'behind' | 'major' | 'minor' | 'patch' | 'other' | 'none';
        /** Short for `freshness[eq]`. How current what is known of the product is: see `includeFreshness`. */
        freshness?: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
        /** freshness equal. How current what is known of the product is: see `includeFreshness`. */
        'freshness[eq]'?: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
        /** Short for `known[eq]`. What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; `nothing`, so that nobody can say whether there is an update. */
        known?: 'stable' | 'prereleases' | 'nothing';
        /** known equal. What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; `nothing`, so that nobody can say whether there is an update. */
        'known[eq]'?: 'stable' | 'prereleases' | 'nothing';
        /**
         * Short for `inventory[eq]`. The name of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern ^[a-z0-9][a-z0-9._-]{0,63}$
         */
        inventory?: string;
        /**
         * inventory equal. The name of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern ^[a-z0-9][a-z0-9._-]{0,63}$
         */
        'inventory[eq]'?: string;
        /**
         * Short for `environment[eq]`. The environment of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        environment?: string;
        /**
         * environment equal. The environment of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        'environment[eq]'?: string;
        /**
         * Short for `labels[eq]`. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        labels?: string;
        /**
         * labels equal. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        'labels[eq]'?: string;
        /**
         * Short for `tag[eq]`. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        tag?: string;
        /**
         * tag equal. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        'tag[eq]'?: string;
        /**
         * tag not equal. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        'tag[ne]'?: string;
        /** Short for `tagged[eq]`. Whether it has any tag. `1` and `0` are taken too. */
        tagged?: boolean;
        /** tagged equal. Whether it has any tag. `1` and `0` are taken too. */
        'tagged[eq]'?: boolean;
        /**
         * last_update greater than. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gt]'?: string;
        /**
         * last_update greater than or equal to. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gte]'?: string;
        /**
         * last_update less than. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lt]'?: string;
        /**
         * last_update less than or equal to. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lte]'?: string;
        /**
         * Adds `available_version`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeAvailableVersion?: boolean;
        /**
         * Adds `version_known`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeVersionKnown?: boolean;
        /**
         * Adds `deployments`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeDeployments?: boolean;
        /**
         * Adds `highlights`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeHighlights?: boolean;
        /**
         * Adds `freshness`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFreshness?: boolean;
        /**
         * Adds `matters`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeMatters?: boolean;
        /**
         * Adds `policy`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includePolicy?: boolean;
        /**
         * Adds `product`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeProduct?: boolean;
        /**
         * Adds `releases`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeReleases?: boolean;
        /**
         * Adds `risk`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeRisk?: boolean;
        /**
         * Adds `support`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeSupport?: boolean;
        /**
         * Adds `tags`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTags?: boolean;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "created_at"
         */
        sort?:
          | 'created_at'
          | '-created_at'
          | 'updated_at'
          | '-updated_at'
          | 'software'
          | '-software'
          | 'publisher'
          | '-publisher'
          | 'kind'
          | '-kind'
          | 'risk'
          | '-risk'
          | 'matters'
          | '-matters'
          | 'available_at'
          | '-available_at'
          | 'eol'
          | '-eol';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: FavoriteResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/favorite`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Tracks a product in the version in use, which the catalogue need not know. A user has one favorite for each product. If its source was not polled before, it is polled at once.
     *
     * @tags Favorites
     * @name CreateFavorite
     * @summary Create a favorite
     * @request POST:/api/v1/favorite
     * @secure
     */
    createFavorite: (data: CreateFavoriteDto, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description A favorite of the caller.
     *
     * @tags Favorites
     * @name GetFavorite
     * @summary Get a favorite
     * @request GET:/api/v1/favorite/{id}
     * @secure
     */
    getFavorite: (
      id: string,
      query?: {
        /**
         * Adds `available_version`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeAvailableVersion?: boolean;
        /**
         * Adds `version_known`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeVersionKnown?: boolean;
        /**
         * Adds `deployments`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeDeployments?: boolean;
        /**
         * Adds `highlights`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeHighlights?: boolean;
        /**
         * Adds `freshness`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFreshness?: boolean;
        /**
         * Adds `matters`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeMatters?: boolean;
        /**
         * Adds `policy`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includePolicy?: boolean;
        /**
         * Adds `product`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeProduct?: boolean;
        /**
         * Adds `releases`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeReleases?: boolean;
        /**
         * Adds `risk`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeRisk?: boolean;
        /**
         * Adds `support`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeSupport?: boolean;
        /**
         * Adds `tags`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTags?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes only the fields in the body.
     *
     * @tags Favorites
     * @name UpdateFavorite
     * @summary Update a favorite
     * @request PATCH:/api/v1/favorite/{id}
     * @secure
     */
    updateFavorite: (id: string, data: UpdateFavoriteDto, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}`,
        method: 'PATCH',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description The same as `PATCH`: changes only the fields in the body.
     *
     * @tags Favorites
     * @name PutFavorite
     * @summary Update a favorite (as PATCH)
     * @request PUT:/api/v1/favorite/{id}
     * @secure
     */
    putFavorite: (id: string, data: UpdateFavoriteDto, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Deletes the favorite and its notes permanently.
     *
     * @tags Favorites
     * @name DeleteFavorite
     * @summary Delete a favorite
     * @request DELETE:/api/v1/favorite/{id}
     * @secure
     */
    deleteFavorite: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/favorite/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description The newest version that the policy allows becomes the version in use. Without an update, nothing changes.
     *
     * @tags Favorites
     * @name MoveFavoriteToLatestVersion
     * @summary Move to the latest version
     * @request POST:/api/v1/favorite/{id}/update-to-latest-version
     * @secure
     */
    moveFavoriteToLatestVersion: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/update-to-latest-version`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description The same as `POST`, for clients that send `PUT`.
     *
     * @tags Favorites
     * @name PutFavoriteToLatestVersion
     * @summary Move to the latest version (as POST)
     * @request PUT:/api/v1/favorite/{id}/update-to-latest-version
     * @secure
     */
    putFavoriteToLatestVersion: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/update-to-latest-version`,
        method: 'PUT',
        secure: true,
        ...params,
      }),

    /**
     * @description The same as `POST`, for clients that send `PATCH`.
     *
     * @tags Favorites
     * @name PatchFavoriteToLatestVersion
     * @summary Move to the latest version (as POST)
     * @request PATCH:/api/v1/favorite/{id}/update-to-latest-version
     * @secure
     */
    patchFavoriteToLatestVersion: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/update-to-latest-version`,
        method: 'PATCH',
        secure: true,
        ...params,
      }),

    /**
     * @description RFC 4180, UTF-8, with a header: all favorites that match, with all that `GET /favorite` can include. Text that a spreadsheet would take for a formula has `'` in front.
     *
     * @tags Favorites
     * @name ListFavoritesAsCsv
     * @summary List favorites as CSV
     * @request GET:/api/v1/favorite.csv
     * @secure
     */
    listFavoritesAsCsv: (
      query?: {
        /**
         * Short for `software[eq]`. The product's name.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal. The product's name.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software not equal. The product's name.
         * @maxLength 255
         */
        'software[ne]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere. The product's name.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Short for `software_id[eq]`. Id of the product.
         * @format uuid
         */
        software_id?: string;
        /**
         * software_id equal. Id of the product.
         * @format uuid
         */
        'software_id[eq]'?: string;
        /**
         * Short for `publisher[eq]`. The name of the product's publisher.
         * @maxLength 255
         */
        publisher?: string;
        /**
         * publisher equal. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[eq]'?: string;
        /**
         * publisher not equal. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[ne]'?: string;
        /**
         * publisher matches; `%` stands for any run of characters, without it the value may be anywhere. The name of the product's publisher.
         * @maxLength 255
         */
        'publisher[like]'?: string;
        /** Short for `update_available[eq]`. `1` and `0` are taken too. */
        update_available?: boolean;
        /** update_available equal. `1` and `0` are taken too. */
        'update_available[eq]'?: boolean;
        /** Short for `kind[eq]`. The size of the step to the available version. Favorites without an update have none. */
        kind?: 'major' | 'minor' | 'patch' | 'other';
        /** kind equal. The size of the step to the available version. Favorites without an update have none. */
        'kind[eq]'?: 'major' | 'minor' | 'patch' | 'other';
        /**
         * available_at greater than. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[gt]'?: string;
        /**
         * available_at greater than or equal to. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[gte]'?: string;
        /**
         * available_at less than. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[lt]'?: string;
        /**
         * available_at less than or equal to. When the available version was released: its `created_at`. Only favorites with an update have one. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'available_at[lte]'?: string;
        /** Short for `state[eq]`. `snoozed`: no updates until a given time; `muted`: `notifications_enabled` is false; `policy`: a policy decides which versions count as updates, a snooze included. Given twice, both hold. */
        state?: 'snoozed' | 'muted' | 'policy';
        /** state equal. `snoozed`: no updates until a given time; `muted`: `notifications_enabled` is false; `policy`: a policy decides which versions count as updates, a snooze included. Given twice, both hold. */
        'state[eq]'?: 'snoozed' | 'muted' | 'policy';
        /** Short for `support[eq]`. How long the version in use is supported: `ending` within 90 days; `extended`: support has ended for most users, but not for all; `unknown`: no lifecycle of the product is known, or it does not say. */
        support?: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
        /** support equal. How long the version in use is supported: `ending` within 90 days; `extended`: support has ended for most users, but not for all; `unknown`: no lifecycle of the product is known, or it does not say. */
        'support[eq]'?: 'supported' | 'ending' | 'extended' | 'ended' | 'unknown';
        /**
         * eol greater than. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[gt]'?: string;
        /**
         * eol greater than or equal to. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[gte]'?: string;
        /**
         * eol less than. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[lt]'?: string;
        /**
         * eol less than or equal to. The last day of support, as the policy counts it. Favorites without one never match.
         * @format date
         */
        'eol[lte]'?: string;
        /** Short for `vulnerable[eq]`. Whether the version in use has a known vulnerability. `false` does not say that it has none. `1` and `0` are taken too. */
        vulnerable?: boolean;
        /** vulnerable equal. Whether the version in use has a known vulnerability. `false` does not say that it has none. `1` and `0` are taken too. */
        'vulnerable[eq]'?: boolean;
        /** Short for `exploited[eq]`. Whether the version in use has a vulnerability that is known to be exploited. `1` and `0` are taken too. */
        exploited?: boolean;
        /** exploited equal. Whether the version in use has a vulnerability that is known to be exploited. `1` and `0` are taken too. */
        'exploited[eq]'?: boolean;
        /** severity greater than or equal to. The version in use has a known vulnerability of this severity, or of a worse one. */
        'severity[gte]'?: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
        /** Short for `matters[eq]`. Why it matters, the first that holds: `exploited`: a vulnerability of the version in use is known to be exploited; `fixes`: the update fixes known ones; `breaking`: the notes in between call a change breaking; `support` has ended, or ends soon; `behind`: the version in use is more than 365 days older than the one on offer. Else the size of the step, or `none` without an update. */
        matters?:
          'exploited' | 'fixes' | 'breaking' | 'support' | 'behind' | 'major' | 'minor' | 'patch' | 'other' | 'none';
        /** matters equal. Why it matters, the first that holds: `exploited`: a vulnerability of the version in use is known to be exploited; `fixes`: the update fixes known ones; `breaking`: the notes in between call a change breaking; `support` has ended, or ends soon; `behind`: the version in use is more than 365 days older than the one on offer. Else the size of the step, or `none` without an update. */
        'matters[eq]'?:
          'exploited' | 'fixes' | 'breaking' | 'support' | 'behind' | 'major' | 'minor' | 'patch' | 'other' | 'none';
        /** Short for `freshness[eq]`. How current what is known of the product is: see `includeFreshness`. */
        freshness?: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
        /** freshness equal. How current what is known of the product is: see `includeFreshness`. */
        'freshness[eq]'?: 'live' | 'stale' | 'snapshot' | 'no-source' | 'failing';
        /** Short for `known[eq]`. What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; `nothing`, so that nobody can say whether there is an update. */
        known?: 'stable' | 'prereleases' | 'nothing';
        /** known equal. What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; `nothing`, so that nobody can say whether there is an update. */
        'known[eq]'?: 'stable' | 'prereleases' | 'nothing';
        /**
         * Short for `inventory[eq]`. The name of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern ^[a-z0-9][a-z0-9._-]{0,63}$
         */
        inventory?: string;
        /**
         * inventory equal. The name of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern ^[a-z0-9][a-z0-9._-]{0,63}$
         */
        'inventory[eq]'?: string;
        /**
         * Short for `environment[eq]`. The environment of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        environment?: string;
        /**
         * environment equal. The environment of an inventory that has it.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        'environment[eq]'?: string;
        /**
         * Short for `labels[eq]`. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        labels?: string;
        /**
         * labels equal. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        'labels[eq]'?: string;
        /**
         * Short for `tag[eq]`. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        tag?: string;
        /**
         * tag equal. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        'tag[eq]'?: string;
        /**
         * tag not equal. A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.
         * @minLength 1
         * @maxLength 160
         * @pattern \S
         */
        'tag[ne]'?: string;
        /** Short for `tagged[eq]`. Whether it has any tag. `1` and `0` are taken too. */
        tagged?: boolean;
        /** tagged equal. Whether it has any tag. `1` and `0` are taken too. */
        'tagged[eq]'?: boolean;
        /**
         * last_update greater than. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gt]'?: string;
        /**
         * last_update greater than or equal to. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[gte]'?: string;
        /**
         * last_update less than. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lt]'?: string;
        /**
         * last_update less than or equal to. The favorite's `updated_at`. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'last_update[lte]'?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "created_at"
         */
        sort?:
          | 'created_at'
          | '-created_at'
          | 'updated_at'
          | '-updated_at'
          | 'software'
          | '-software'
          | 'publisher'
          | '-publisher'
          | 'kind'
          | '-kind'
          | 'risk'
          | '-risk'
          | 'matters'
          | '-matters'
          | 'available_at'
          | '-available_at'
          | 'eol'
          | '-eol';
      },
      params: RequestParams = {},
    ) =>
      this.request<string, Problem>({
        path: `/api/v1/favorite.csv`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description As for a product, from the version in use to the one on offer, without what its policy does not allow: other series, skipped and too young versions, pre-releases. `to` is null and nothing is listed when there is no update.
     *
     * @tags Favorites
     * @name GetFavoriteReleaseNotes
     * @summary Get the release notes up to the available version
     * @request GET:/api/v1/favorite/{id}/changes
     * @secure
     */
    getFavoriteReleaseNotes: (
      id: string,
      query?: {
        /**
         * Of the notes. `blocks` is a tree of JSON, which is shown without reading markup.
         * @default "markdown"
         */
        format?: 'markdown' | 'text' | 'html' | 'blocks';
        /**
         * `more.cursor` of the page before.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ChangesResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/changes`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the defaults if no policy was set.
     *
     * @tags Favorites
     * @name GetFavoritePolicy
     * @summary Get a favorite's policy
     * @request GET:/api/v1/favorite/{id}/policy
     * @secure
     */
    getFavoritePolicy: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: PolicyResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/policy`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Fields that are left out get their defaults. The next check notifies of versions that this makes available, if they were not notified before.
     *
     * @tags Favorites
     * @name ReplaceFavoritePolicy
     * @summary Replace a favorite's policy
     * @request PUT:/api/v1/favorite/{id}/policy
     * @secure
     */
    replaceFavoritePolicy: (id: string, data: ReplacePolicyDto, params: RequestParams = {}) =>
      this.request<
        {
          data: PolicyResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/policy`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Fields that are left out stay as they are. The next check notifies of versions that this makes available, if they were not notified before.
     *
     * @tags Favorites
     * @name UpdateFavoritePolicy
     * @summary Update a favorite's policy
     * @request PATCH:/api/v1/favorite/{id}/policy
     * @secure
     */
    updateFavoritePolicy: (id: string, data: UpdatePolicyDto, params: RequestParams = {}) =>
      this.request<
        {
          data: PolicyResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/policy`,
        method: 'PATCH',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Adds the version to `skip` of the policy, which the answer shows. Nothing up to it is offered any more. Skipping it again changes nothing. The next check notifies of versions that this makes available, if they were not notified before.
     *
     * @tags Favorites
     * @name SkipFavoriteVersion
     * @summary Skip a version
     * @request POST:/api/v1/favorite/{id}/skip
     * @secure
     */
    skipFavoriteVersion: (id: string, data: SkipVersionDto, params: RequestParams = {}) =>
      this.request<
        {
          data: PolicyResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/skip`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Takes the version off `skip` of the policy, with other labels of it. Without effect if it is not skipped. The next check notifies of versions that this makes available, if they were not notified before.
     *
     * @tags Favorites
     * @name DeleteFavoriteSkip
     * @summary Stop skipping a version
     * @request DELETE:/api/v1/favorite/{id}/skip/{versionId}
     * @secure
     */
    deleteFavoriteSkip: (versionId: string, id: string, params: RequestParams = {}) =>
      this.request<void, Problem>({
        path: `/api/v1/favorite/${id}/skip/${versionId}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Which version the favorite would be offered if its policy were replaced by this one, and why not a higher one. Nothing is stored.
     *
     * @tags Favorites
     * @name PreviewFavoritePolicy
     * @summary Preview a policy
     * @request POST:/api/v1/favorite/{id}/policy/preview
     * @secure
     */
    previewFavoritePolicy: (id: string, data: ReplacePolicyDto, params: RequestParams = {}) =>
      this.request<
        {
          data: PreviewResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/policy/preview`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description 404 if the product is not a favorite of the caller.
     *
     * @tags Software
     * @name GetSoftwareFavorite
     * @summary Get the caller's favorite of a product
     * @request GET:/api/v1/software/{id}/favorite
     * @secure
     */
    getSoftwareFavorite: (
      id: string,
      query?: {
        /**
         * Adds `available_version`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeAvailableVersion?: boolean;
        /**
         * Adds `version_known`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeVersionKnown?: boolean;
        /**
         * Adds `deployments`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeDeployments?: boolean;
        /**
         * Adds `highlights`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeHighlights?: boolean;
        /**
         * Adds `freshness`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeFreshness?: boolean;
        /**
         * Adds `matters`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeMatters?: boolean;
        /**
         * Adds `policy`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includePolicy?: boolean;
        /**
         * Adds `product`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeProduct?: boolean;
        /**
         * Adds `releases`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeReleases?: boolean;
        /**
         * Adds `risk`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeRisk?: boolean;
        /**
         * Adds `support`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeSupport?: boolean;
        /**
         * Adds `tags`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTags?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/favorite`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description For programs: whatever there was, the favorite then is as the body says. Fields that are left out get the defaults of a new favorite, so notes and tags go; its policy stays. 201 where it was made. To change single fields, `PATCH /favorite/{id}`.
     *
     * @tags Software
     * @name ReplaceSoftwareFavorite
     * @summary Make or replace the caller's favorite of a product
     * @request PUT:/api/v1/software/{id}/favorite
     * @secure
     */
    replaceSoftwareFavorite: (id: string, data: ReplaceFavoriteDto, params: RequestParams = {}) =>
      this.request<
        {
          data: FavoriteResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/favorite`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description The caller's tags. One is made by giving it to a favorite, and stays until it is deleted.
     *
     * @tags Favorites
     * @name ListTags
     * @summary List tags
     * @request GET:/api/v1/tag
     * @secure
     */
    listTags: (
      query?: {
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "name"
         */
        sort?: 'name' | '-name';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: TagResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/tag`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description On all favorites that have it. 409 if there is another one of this name. Filters of shared addresses stay.
     *
     * @tags Favorites
     * @name UpdateTag
     * @summary Rename a tag
     * @request PATCH:/api/v1/tag/{id}
     * @secure
     */
    updateTag: (id: string, data: RenameTagDto, params: RequestParams = {}) =>
      this.request<
        {
          data: TagResponse;
        },
        Problem
      >({
        path: `/api/v1/tag/${id}`,
        method: 'PATCH',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description All favorites lose it; they stay.
     *
     * @tags Favorites
     * @name DeleteTag
     * @summary Delete a tag
     * @request DELETE:/api/v1/tag/{id}
     * @secure
     */
    deleteTag: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/tag/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Where the caller runs software, as uploads say it.
     *
     * @tags Inventories
     * @name ListInventories
     * @summary List inventories
     * @request GET:/api/v1/inventory
     * @secure
     */
    listInventories: (
      query?: {
        /**
         * Short for `environment[eq]`.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        environment?: string;
        /**
         * environment equal.
         * @minLength 1
         * @maxLength 64
         * @pattern \S
         */
        'environment[eq]'?: string;
        /**
         * Short for `labels[eq]`. Of its inventory, all of these: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        labels?: string;
        /**
         * labels equal. Of its inventory, all of these: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        'labels[eq]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "name"
         */
        sort?: 'name' | '-name';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: InventoryResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/inventory`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Products in use, with their versions by environment and inventory.
     *
     * @tags Inventories
     * @name ListInventoryComparison
     * @summary Compare inventories
     * @request GET:/api/v1/inventory/comparison
     * @secure
     */
    listInventoryComparison: (
      query?: {
        /** Short for `differs[eq]`. Whether it is in use at several versions. `1` and `0` are taken too. */
        differs?: boolean;
        /** differs equal. Whether it is in use at several versions. `1` and `0` are taken too. */
        'differs[eq]'?: boolean;
        /**
         * Short for `labels[eq]`. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        labels?: string;
        /**
         * labels equal. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        'labels[eq]'?: string;
        /**
         * Short for `software[eq]`.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "software"
         */
        sort?: 'software' | '-software';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ComparisonResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/inventory/comparison`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description An inventory of the caller.
     *
     * @tags Inventories
     * @name GetInventory
     * @summary Get an inventory
     * @request GET:/api/v1/inventory/{name}
     * @secure
     */
    getInventory: (name: string, params: RequestParams = {}) =>
      this.request<
        {
          data: InventoryResponse;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Changes only the fields in the body.
     *
     * @tags Inventories
     * @name PutInventory
     * @summary Create or change an inventory
     * @request PUT:/api/v1/inventory/{name}
     * @secure
     */
    putInventory: (name: string, data: WriteInventoryDto, params: RequestParams = {}) =>
      this.request<
        {
          data: InventoryResponse;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description With its deployments, and favorites that only an import made: without notes, policy and other deployments.
     *
     * @tags Inventories
     * @name DeleteInventory
     * @summary Delete an inventory
     * @request DELETE:/api/v1/inventory/{name}
     * @secure
     */
    deleteInventory: (name: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/inventory/${name}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description CycloneDX 1.6: the versions of tracked products that it has, with their vulnerabilities. The same text as long as it says the same.
     *
     * @tags Inventories
     * @name GetInventoryBom
     * @summary Get an inventory as a CycloneDX document
     * @request GET:/api/v1/inventory/{name}/bom
     * @secure
     */
    getInventoryBom: (name: string, params: RequestParams = {}) =>
      this.request<Record<string, any>, Problem>({
        path: `/api/v1/inventory/${name}/bom`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description The versions of tracked products that an inventory has.
     *
     * @tags Inventories
     * @name ListDeployments
     * @summary List deployments
     * @request GET:/api/v1/inventory/{name}/deployment
     * @secure
     */
    listDeployments: (
      name: string,
      query?: {
        /** Short for `waits[eq]`. Whether its favorite shows a higher version. `1` and `0` are taken too. */
        waits?: boolean;
        /** waits equal. Whether its favorite shows a higher version. `1` and `0` are taken too. */
        'waits[eq]'?: boolean;
        /** Short for `update_available[eq]`. `1` and `0` are taken too. */
        update_available?: boolean;
        /** update_available equal. `1` and `0` are taken too. */
        'update_available[eq]'?: boolean;
        /**
         * Short for `software[eq]`.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "software"
         */
        sort?: 'software' | '-software';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: DeploymentResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/deployment`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Components of the last upload for which no product or no version was found, at most 60,000 bytes of them; `unmatched` of the inventory counts all. Add a product, or the name as an identifier of one, and upload again.
     *
     * @tags Inventories
     * @name ListUnmatchedComponents
     * @summary List what was not known
     * @request GET:/api/v1/inventory/{name}/unmatched
     * @secure
     */
    listUnmatchedComponents: (name: string, params: RequestParams = {}) =>
      this.request<
        {
          data: UnmatchedEntry[];
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/unmatched`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Makes the deployments of the inventory what the file says, and the inventory if there is none. The same file again changes nothing, and costs next to nothing (`unchanged`); an interrupted upload can be sent again. Of two at a time the last counts as a whole, and the other one gets 409. So does a file without more than half of what there is, unless `allow_shrink`. A version that is lower than its favorite shows is recorded, and waits: the favorite keeps its version, unless `allow_lower` or `lower`, until `POST /inventory/{name}/deployment/accept`. Of one user `UPLOADS_PER_USER` are under way at most; further ones get 429.
     *
     * @tags Inventories
     * @name PutInventoryContent
     * @summary Upload what is installed
     * @request PUT:/api/v1/inventory/{name}/content
     * @secure
     */
    putInventoryContent: (
      name: string,
      data: string,
      query?: {
        /**
         * Ids of the products whose favorites may go down, separated by commas, in place of `allow_lower`: the others keep their versions. Empty, as without both: none.
         * @pattern ^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,|$)){0,100}$
         */
        lower?: string;
        /**
         * Lets the version in use of a favorite go down. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        allow_lower?: boolean;
        /**
         * Lets more than half of the deployments go. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        allow_shrink?: boolean;
        /**
         * Tracks each image of a public registry by its tag as well, such as `nginx:1.30`, if the file has its digest: a rebuild of the same version is an update then. Each tag is a product, and is asked for with one request a pass.. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        follow_tags?: boolean;
        /**
         * Makes products of all components that no product is known by, which needs `catalogue:write`; `false`: of none. Without it, of images in a public registry, where users may add products (`PRODUCTS_BY_USERS`); they count towards `PRODUCTS_PER_DAY`.. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        create?: boolean;
        /**
         * Tags for the favorites of all that it brings, separated by commas, beside those that they have; at most 20.
         * @maxLength 820
         */
        tags?: string;
        /**
         * Says which products unknown components are like, as a dry run does. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        hints?: boolean;
        /**
         * Of the inventory, from now on, in place of those that it has: by what it is grouped; at most 10.
         * @maxLength 980
         */
        labels?: string;
        /**
         * Of the inventory, from now on.
         * @minLength 1
         * @maxLength 64
         */
        environment?: string;
        /** Which components count, from now on. */
        scope?: 'main' | 'direct' | 'all';
        /**
         * Of the file, with its path or without: tells the format where the content does not.
         * @minLength 1
         * @maxLength 255
         * @pattern ^[^\u0000-\u001f\u007f-\u009f]+$
         */
        file_name?: string;
        /**
         * Of the file; without it, the content tells it, and then `file_name`.
         * @default "auto"
         */
        format?:
          | 'auto'
          | 'apk'
          | 'argus'
          | 'cargo-lock'
          | 'composer-lock'
          | 'cyclonedx'
          | 'diun'
          | 'docker-compose'
          | 'docker-ps'
          | 'dockerfile'
          | 'dpkg'
          | 'gemfile-lock'
          | 'go-mod'
          | 'helm'
          | 'homebrew'
          | 'kubernetes'
          | 'lines'
          | 'newreleases'
          | 'nvchecker'
          | 'package-lock'
          | 'pipfile-lock'
          | 'pnpm-lock'
          | 'poetry-lock'
          | 'pom'
          | 'quadlet'
          | 'requirements'
          | 'rpm'
          | 'spdx'
          | 'tool-versions'
          | 'uv-lock'
          | 'version-files'
          | 'winget'
          | 'yarn-lock';
        /**
         * Says what would be done, and does nothing. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        dry_run?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ContentResponse;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/content`,
        method: 'PUT',
        query: query,
        body: data,
        secure: true,
        type: ContentType.Text,
        format: 'json',
        ...params,
      }),

    /**
     * @description Components of an inventory that the caller has said the product of, or ignores.
     *
     * @tags Inventories
     * @name ListDecisions
     * @summary List decisions about components
     * @request GET:/api/v1/inventory/{name}/decision
     * @secure
     */
    listDecisions: (
      name: string,
      query?: {
        /** Short for `ignored[eq]`. Whether the component is ignored. `1` and `0` are taken too. */
        ignored?: boolean;
        /** ignored equal. Whether the component is ignored. `1` and `0` are taken too. */
        'ignored[eq]'?: boolean;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "name"
         */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: DecisionResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/decision`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Says that components of an inventory are a product, or ignores them. Every upload follows it, whatever the version. What the last upload named and is known now is added to the inventory. Makes the inventory if there is none.
     *
     * @tags Inventories
     * @name DecideAboutComponents
     * @summary Decide about components
     * @request POST:/api/v1/inventory/{name}/decision
     * @secure
     */
    decideAboutComponents: (name: string, data: DecideDto, params: RequestParams = {}) =>
      this.request<
        {
          data: MatchResponse;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/decision`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description What was ignored is unknown again. What was a product stays one until the next upload.
     *
     * @tags Inventories
     * @name DeleteDecision
     * @summary Delete a decision
     * @request DELETE:/api/v1/inventory/{name}/decision/{id}
     * @secure
     */
    deleteDecision: (name: string, id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/inventory/${name}/decision/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Adds to the inventory what the last upload named and is known now, such as a product that was added since.
     *
     * @tags Inventories
     * @name MatchUnmatchedComponents
     * @summary Look for unknown components again
     * @request POST:/api/v1/inventory/{name}/unmatched/match
     * @secure
     */
    matchUnmatchedComponents: (name: string, data: MatchDto, params: RequestParams = {}) =>
      this.request<
        {
          data: MatchResponse;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/unmatched/match`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Deployments that wait count from now on: their favorites show the lowest versions in use, as with `lower` in an upload.
     *
     * @tags Inventories
     * @name AcceptDeployments
     * @summary Accept lower versions
     * @request POST:/api/v1/inventory/{name}/deployment/accept
     * @secure
     */
    acceptDeployments: (name: string, data: AcceptDto, params: RequestParams = {}) =>
      this.request<
        {
          data: AcceptedDeployments;
        },
        Problem
      >({
        path: `/api/v1/inventory/${name}/deployment/accept`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description The values of their labels, at most 1,000.
     *
     * @tags Inventories
     * @name ListInventoryGroups
     * @summary List groups of inventories
     * @request GET:/api/v1/inventory-group
     * @secure
     */
    listInventoryGroups: (params: RequestParams = {}) =>
      this.request<
        {
          data: GroupResponse[];
        },
        Problem
      >({
        path: `/api/v1/inventory-group`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Products in use in the inventories with these labels, with the number of inventories at each version; beside those of another group, with `against`.
     *
     * @tags Inventories
     * @name ListGroupProducts
     * @summary List what a group of inventories has
     * @request GET:/api/v1/inventory-group/product
     * @secure
     */
    listGroupProducts: (
      query?: {
        /**
         * Short for `labels[eq]`. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        labels?: string;
        /**
         * labels equal. Labels of an inventory that has it: `group=web,site=berlin`.
         * @minLength 1
         * @maxLength 512
         */
        'labels[eq]'?: string;
        /**
         * Short for `against[eq]`. Labels of another group: its numbers are in `against`.
         * @minLength 1
         * @maxLength 512
         */
        against?: string;
        /**
         * against equal. Labels of another group: its numbers are in `against`.
         * @minLength 1
         * @maxLength 512
         */
        'against[eq]'?: string;
        /**
         * Short for `software[eq]`.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "software"
         */
        sort?: 'software' | '-software';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: GroupProductResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/inventory-group/product`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Programs of which it is known where they say their version: a probe then needs the base address only.
     *
     * @tags Favorites
     * @name ListProbePresets
     * @summary List presets of probes
     * @request GET:/api/v1/probe-preset
     * @secure
     */
    listProbePresets: (params: RequestParams = {}) =>
      this.request<
        {
          data: ProbePresetResponse[];
        },
        Problem
      >({
        path: `/api/v1/probe-preset`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Sets a probe for each service of a configuration of Argus that has a `deployed_version` of a URL. A product that is not tracked is asked first, and becomes a favorite with the version that it answers. Sending the same file again changes nothing else.
     *
     * @tags Favorites
     * @name ImportProbes
     * @summary Import probes
     * @request POST:/api/v1/probe-import
     * @secure
     */
    importProbes: (data: ImportProbesDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ImportedProbeResponse[];
        },
        Problem
      >({
        path: `/api/v1/probe-import`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description The addresses that are asked for the version in use, by environment, and what they said last.
     *
     * @tags Favorites
     * @name ListFavoriteProbes
     * @summary List a favorite's probes
     * @request GET:/api/v1/favorite/{id}/probe
     * @secure
     */
    listFavoriteProbes: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ProbeResponse[];
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/probe`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description With its state. 404 when the environment has none.
     *
     * @tags Favorites
     * @name GetFavoriteProbe
     * @summary Get a favorite's probe
     * @request GET:/api/v1/favorite/{id}/probe/{environment}
     * @secure
     */
    getFavoriteProbe: (environment: string, id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ProbeResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/probe/${environment}`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description The address is asked at once, and then regularly. The version that it answers is the version in use in this environment.
     *
     * @tags Favorites
     * @name ReplaceFavoriteProbe
     * @summary Set a favorite's probe
     * @request PUT:/api/v1/favorite/{id}/probe/{environment}
     * @secure
     */
    replaceFavoriteProbe: (environment: string, id: string, data: WriteProbeDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ProbeResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/probe/${environment}`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Nothing is asked any more. The version in use stays, unless an inventory says another one.
     *
     * @tags Favorites
     * @name DeleteFavoriteProbe
     * @summary Remove a favorite's probe
     * @request DELETE:/api/v1/favorite/{id}/probe/{environment}
     * @secure
     */
    deleteFavoriteProbe: (environment: string, id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/favorite/${id}/probe/${environment}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description Asks once and writes nothing. Secrets that are left out are those that are stored.
     *
     * @tags Favorites
     * @name TestFavoriteProbe
     * @summary Test a probe
     * @request POST:/api/v1/favorite/{id}/probe/{environment}/test
     * @secure
     */
    testFavoriteProbe: (environment: string, id: string, data: WriteProbeDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ProbeTestResponse;
        },
        Problem
      >({
        path: `/api/v1/favorite/${id}/probe/${environment}/test`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Each with what people need to choose one, and the JSON Schema of its settings.
     *
     * @tags Channels
     * @name ListChannelTypes
     * @summary List channel types
     * @request GET:/api/v1/channel-type
     * @secure
     */
    listChannelTypes: (params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelTypeResponse[];
        },
        Problem
      >({
        path: `/api/v1/channel-type`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Each with its state: whether messages sent through it arrive.
     *
     * @tags Channels
     * @name ListChannels
     * @summary List the caller's channels
     * @request GET:/api/v1/channel
     * @secure
     */
    listChannels: (
      query?: {
        /**
         * Short for `type[eq]`.
         * @pattern ^[a-z0-9-]{1,32}$
         */
        type?: string;
        /**
         * type equal.
         * @pattern ^[a-z0-9-]{1,32}$
         */
        'type[eq]'?: string;
        /**
         * type not equal.
         * @pattern ^[a-z0-9-]{1,32}$
         */
        'type[ne]'?: string;
        /** Short for `enabled[eq]`. `1` and `0` are taken too. */
        enabled?: boolean;
        /** enabled equal. `1` and `0` are taken too. */
        'enabled[eq]'?: boolean;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ChannelResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/channel`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description A channel with an e-mail address is `unconfirmed`, unless the operator trusts all addresses: the owner of the address gets a mail with a link, and nothing else until they confirm.
     *
     * @tags Channels
     * @name CreateChannel
     * @summary Create a channel
     * @request POST:/api/v1/channel
     * @secure
     */
    createChannel: (data: CreateChannelDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description Sent at once, with settings of which nothing is stored. It counts together with the tests of channels: at most five a minute. Answers 409 for a type whose receiver has to consent (`email`): create the channel first. A secret that the service would make is made for this message alone.
     *
     * @tags Channels
     * @name TestUnsavedChannel
     * @summary Send a test message before a channel is saved
     * @request POST:/api/v1/channel/test
     * @secure
     */
    testUnsavedChannel: (data: TestChannelDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelTestResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/test`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description A channel of the caller; secrets of its settings are masked.
     *
     * @tags Channels
     * @name GetChannel
     * @summary Get a channel
     * @request GET:/api/v1/channel/{id}
     * @secure
     */
    getChannel: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Only the fields in the body are changed. A new e-mail address is `unconfirmed` again.
     *
     * @tags Channels
     * @name UpdateChannel
     * @summary Update a channel
     * @request PATCH:/api/v1/channel/{id}
     * @secure
     */
    updateChannel: (id: string, data: UpdateChannelDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}`,
        method: 'PATCH',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description The body is that of `POST`: fields that are left out get their defaults. The type stays. Secrets are never read back, so one that is left out or masked stays as long as the server stays the same; null removes an optional one.
     *
     * @tags Channels
     * @name ReplaceChannel
     * @summary Replace a channel
     * @request PUT:/api/v1/channel/{id}
     * @secure
     */
    replaceChannel: (id: string, data: CreateChannelDto, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Queued deliveries are cancelled.
     *
     * @tags Channels
     * @name DeleteChannel
     * @summary Delete a channel
     * @request DELETE:/api/v1/channel/{id}
     * @secure
     */
    deleteChannel: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/channel/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description One entry for each of the last days, today included, the oldest first; days without deliveries have zeros. A delivery counts on the day on which it ended, as long as it is kept (`KEEP_NOTIFICATIONS`). What is queued or cancelled is not counted.
     *
     * @tags Channels
     * @name GetChannelStatistics
     * @summary Count a channel's deliveries by day
     * @request GET:/api/v1/channel/{id}/statistics
     * @secure
     */
    getChannelStatistics: (
      id: string,
      query?: {
        /**
         * How many days.
         * @min 1
         * @max 366
         * @default 90
         */
        days?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ChannelDayResponse[];
        },
        Problem
      >({
        path: `/api/v1/channel/${id}/statistics`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description The new secret is shown only in this response. For 24 hours messages are signed with the old one too.
     *
     * @tags Channels
     * @name RotateChannelSecret
     * @summary Rotate the signing secret
     * @request POST:/api/v1/channel/{id}/rotate-secret
     * @secure
     */
    rotateChannelSecret: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}/rotate-secret`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description For a channel in the state `unconfirmed`. Only the link in the newest mail works. At most 3 mails a day for a channel, 5 for a mailbox and 10 for a user, within a limit for the whole installation: beyond that, 429 with `Retry-After`.
     *
     * @tags Channels
     * @name ResendChannelConfirmation
     * @summary Send the confirmation mail again
     * @request POST:/api/v1/channel/{id}/confirmation
     * @secure
     */
    resendChannelConfirmation: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}/confirmation`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description Sent at once; at most five a minute.
     *
     * @tags Channels
     * @name TestChannel
     * @summary Send a test message
     * @request POST:/api/v1/channel/{id}/test
     * @secure
     */
    testChannel: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: ChannelTestResponse;
        },
        Problem
      >({
        path: `/api/v1/channel/${id}/test`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description Newest first, with the delivery through each channel.
     *
     * @tags Notifications
     * @name ListNotifications
     * @summary List the caller's notifications
     * @request GET:/api/v1/notification
     * @secure
     */
    listNotifications: (
      query?: {
        /** Short for `state[eq]`. */
        state?: 'pending' | 'sent' | 'failed' | 'cancelled' | 'expired';
        /** state equal. */
        'state[eq]'?: 'pending' | 'sent' | 'failed' | 'cancelled' | 'expired';
        /** state not equal. */
        'state[ne]'?: 'pending' | 'sent' | 'failed' | 'cancelled' | 'expired';
        /** Short for `kind[eq]`. */
        kind?: 'update' | 'support.ending' | 'support.ended' | 'vulnerability.found' | 'vulnerability.exploited';
        /** kind equal. */
        'kind[eq]'?: 'update' | 'support.ending' | 'support.ended' | 'vulnerability.found' | 'vulnerability.exploited';
        /** kind not equal. */
        'kind[ne]'?: 'update' | 'support.ending' | 'support.ended' | 'vulnerability.found' | 'vulnerability.exploited';
        /**
         * Short for `software[eq]`. The product's name.
         * @maxLength 255
         */
        software?: string;
        /**
         * software equal. The product's name.
         * @maxLength 255
         */
        'software[eq]'?: string;
        /**
         * software not equal. The product's name.
         * @maxLength 255
         */
        'software[ne]'?: string;
        /**
         * software matches; `%` stands for any run of characters, without it the value may be anywhere. The product's name.
         * @maxLength 255
         */
        'software[like]'?: string;
        /**
         * Short for `channel[eq]`. Id of a channel that it goes through.
         * @format uuid
         */
        channel?: string;
        /**
         * channel equal. Id of a channel that it goes through.
         * @format uuid
         */
        'channel[eq]'?: string;
        /**
         * Short for `favorite[eq]`. Id of the favorite.
         * @format uuid
         */
        favorite?: string;
        /**
         * favorite equal. Id of the favorite.
         * @format uuid
         */
        'favorite[eq]'?: string;
        /** Short for `delivery_state[eq]`. The state of any of its deliveries. */
        delivery_state?: 'queued' | 'sent' | 'failed' | 'cancelled' | 'expired';
        /** delivery_state equal. The state of any of its deliveries. */
        'delivery_state[eq]'?: 'queued' | 'sent' | 'failed' | 'cancelled' | 'expired';
        /**
         * created_at greater than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gt]'?: string;
        /**
         * created_at greater than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[gte]'?: string;
        /**
         * created_at less than. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lt]'?: string;
        /**
         * created_at less than or equal to. ISO 8601 date or datetime, such as `2026-12-01` (its beginning) or `2026-12-01T08:00:00Z`; without an offset it is UTC.
         * @pattern ^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?([Zz]|[+-]\d\d(:?\d\d)?)?)?$
         */
        'created_at[lte]'?: string;
        /**
         * Adds `channel_details` to each delivery. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeChannel?: boolean;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "-created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: NotificationResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/notification`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description With every attempt of every delivery.
     *
     * @tags Notifications
     * @name GetNotification
     * @summary Get a notification
     * @request GET:/api/v1/notification/{id}
     * @secure
     */
    getNotification: (
      id: string,
      query?: {
        /**
         * Adds `channel_details` to each delivery. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeChannel?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: NotificationResponse;
        },
        Problem
      >({
        path: `/api/v1/notification/${id}`,
        method: 'GET',
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Sends it at once, with the same delivery ids, through its channels that still exist and are enabled. Answers 409 when there is none, or when the favorite is now of another product.
     *
     * @tags Notifications
     * @name ResendNotification
     * @summary Send a notification again
     * @request POST:/api/v1/notification/{id}/resend
     * @secure
     */
    resendNotification: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: NotificationResponse;
        },
        Problem
      >({
        path: `/api/v1/notification/${id}/resend`,
        method: 'POST',
        secure: true,
        ...params,
      }),

    /**
     * @description Without the addresses themselves, which are shown only once.
     *
     * @tags Feeds
     * @name ListFeeds
     * @summary List the caller's shared addresses
     * @request GET:/api/v1/feed
     * @secure
     */
    listFeeds: (
      query?: {
        /** Short for `kind[eq]`. */
        kind?: 'updates' | 'calendar' | 'badge' | 'product';
        /** kind equal. */
        'kind[eq]'?: 'updates' | 'calendar' | 'badge' | 'product';
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "created_at"
         */
        sort?: 'created_at' | '-created_at';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: FeedResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/feed`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Whoever has it can read this, and nothing else, without a token. It does not expire, and goes with its favorite. A user has at most `FEEDS_PER_USER`. Needs the scope `read` too.
     *
     * @tags Feeds
     * @name CreateFeed
     * @summary Create a shared address
     * @request POST:/api/v1/feed
     * @secure
     */
    createFeed: (data: CreateFeedDto, params: RequestParams = {}) =>
      this.request<
        {
          data: CreatedFeedResponse;
        },
        Problem
      >({
        path: `/api/v1/feed`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        format: 'json',
        ...params,
      }),

    /**
     * @description The old address ends at once. Needs the scope `read` too.
     *
     * @tags Feeds
     * @name RotateFeed
     * @summary Replace a shared address
     * @request POST:/api/v1/feed/{id}/rotate
     * @secure
     */
    rotateFeed: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: CreatedFeedResponse;
        },
        Problem
      >({
        path: `/api/v1/feed/${id}/rotate`,
        method: 'POST',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description It ends at once.
     *
     * @tags Feeds
     * @name DeleteFeed
     * @summary Delete a shared address
     * @request DELETE:/api/v1/feed/{id}
     * @secure
     */
    deleteFeed: (id: string, params: RequestParams = {}) =>
      this.request<any, Problem>({
        path: `/api/v1/feed/${id}`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),

    /**
     * @description What the caller has, in numbers: updates, channels, failures. Cheap enough to be asked every half minute, with `If-None-Match`.
     *
     * @tags Favorites
     * @name GetSummary
     * @summary Get a summary
     * @request GET:/api/v1/summary
     * @secure
     */
    getSummary: (params: RequestParams = {}) =>
      this.request<
        {
          data: SummaryResponse;
        },
        Problem
      >({
        path: `/api/v1/summary`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Server-sent events, without an end. `change` says that something of the caller has changed, and that the page should ask again: `revision` of the summary (null: not known) and `kinds`, of `favorites`, `channels`, `notifications`, `inventories`, `history`. The first one says the state at the beginning. `beat` comes when there is nothing else for 20 s. At most 20 streams of a user.
     *
     * @tags Events
     * @name GetEvents
     * @summary Listen for changes
     * @request GET:/api/v1/events
     * @secure
     */
    getEvents: (params: RequestParams = {}) =>
      this.request<string, Problem>({
        path: `/api/v1/events`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description How its versions are compared, and which labels are versions at all.
     *
     * @tags Software
     * @name GetSoftwareOrdering
     * @summary Get the ordering of a product
     * @request GET:/api/v1/software/{id}/ordering
     * @secure
     */
    getSoftwareOrdering: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          data: OrderingResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/ordering`,
        method: 'GET',
        secure: true,
        ...params,
      }),

    /**
     * @description Changes only the fields in the body. Its versions are put in order again, and favorites get the latest version that follows from it. `POST /software/{id}/source/preview` says what it would give.
     *
     * @tags Software
     * @name ReplaceSoftwareOrdering
     * @summary Change the ordering of a product
     * @request PUT:/api/v1/software/{id}/ordering
     * @secure
     */
    replaceSoftwareOrdering: (id: string, data: WriteOrderingDto, params: RequestParams = {}) =>
      this.request<
        {
          data: OrderingResponse;
        },
        Problem
      >({
        path: `/api/v1/software/${id}/ordering`,
        method: 'PUT',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description What runs, what fails and what waits, as the process that answers knows it. null: not known, as the database did not answer.
     *
     * @tags Operator
     * @name GetOverview
     * @summary Get an overview of the installation
     * @request GET:/api/v1/overview
     * @secure
     */
    getOverview: (params: RequestParams = {}) =>
      this.request<
        {
          data: OverviewResponse;
        },
        Problem
      >({
        path: `/api/v1/overview`,
        method: 'GET',
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description How much each tracks, and when they were last seen.
     *
     * @tags Operator
     * @name ListUsers
     * @summary List users
     * @request GET:/api/v1/user
     * @secure
     */
    listUsers: (
      query?: {
        /**
         * name matches; `%` stands for any run of characters, without it the value may be anywhere.
         * @maxLength 255
         */
        'name[like]'?: string;
        /**
         * Entries of a page.
         * @min 1
         * @max 200
         * @default 50
         */
        per_page?: number;
        /**
         * Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.
         * @min 1
         * @max 1000000
         */
        page?: number;
        /**
         * `next_cursor` of the page before; stable while rows come and go. Not together with `page`.
         * @minLength 1
         * @maxLength 4096
         * @pattern ^[\w-]+$
         */
        cursor?: string;
        /**
         * Order of the entries; `-` in front is descending.
         * @default "name"
         */
        sort?: 'created_at' | '-created_at' | 'name' | '-name';
        /**
         * Adds `total` and `total_pages` to `meta`. On with `true`, `1` or no value at all; off with `false` or `0`.
         * @default false
         */
        includeTotal?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: ListedUserResponse[];
          meta: ListMeta;
        },
        Problem
      >({
        path: `/api/v1/user`,
        method: 'GET',
        query: query,
        secure: true,
        format: 'json',
        ...params,
      }),

    /**
     * @description Makes a user, and a link that signs them in once, within seven days. It is shown in this response only, and sent to `email` where this installation can send mails. In a session the sign-in must be less than an hour ago.
     *
     * @tags Operator
     * @name InviteUser
     * @summary Invite somebody
     * @request POST:/api/v1/user
     * @secure
     */
    inviteUser: (data: InviteUserDto, params: RequestParams = {}) =>
      this.request<
        {
          data: InvitationResponse;
        },
        Problem
      >({
        path: `/api/v1/user`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description The links before it work no more. 409 for a user who has a session, a token, a favorite or a channel: they sign in by themselves.
     *
     * @tags Operator
     * @name CreateUserLink
     * @summary Make another link for somebody who was invited
     * @request POST:/api/v1/user/{id}/link
     * @secure
     */
    createUserLink: (id: string, data: LinkForUserDto, params: RequestParams = {}) =>
      this.request<
        {
          data: InvitationResponse;
        },
        Problem
      >({
        path: `/api/v1/user/${id}/link`,
        method: 'POST',
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Links for this user that operators have made and nobody has used work no more.
     *
     * @tags Operator
     * @name DeleteUserLink
     * @summary Take a link back
     * @request DELETE:/api/v1/user/{id}/link
     * @secure
     */
    deleteUserLink: (id: string, params: RequestParams = {}) =>
      this.request<void, Problem>({
        path: `/api/v1/user/${id}/link`,
        method: 'DELETE',
        secure: true,
        ...params,
      }),
  };
}
