import type { QueryClient } from '@tanstack/react-query';
import { api } from './client';
import { answerQuery, pagesQuery } from './queries';
import { WINDOW } from './windows';

type Upload = NonNullable<Parameters<typeof api.putInventoryContent>[2]>;
export type Format = NonNullable<Upload['format']>;
export type InventoryScope = NonNullable<Upload['scope']>;

/** As the API takes them: the name is also a part of an address, of which `comparison` is another one. */
export const INVENTORY_NAME_LENGTH = 64;
export const ENVIRONMENT_LENGTH = 64;
/** Bytes of a file. */
export const LARGEST_UPLOAD = 20 * 1_000_000;

export const isInventoryName = (name: string) => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && name !== 'comparison';

/** Whether a session with these scopes may upload. */
export const mayUpload = (scopes: readonly string[]) => scopes.includes('write') || scopes.includes('inventory:write');

/** The first of the caller's inventories, for fields that suggest them. */
export const inventoriesQuery = answerQuery(['inventories'], (options) =>
  api.listInventories({ per_page: WINDOW }, options),
);

/** @param labels of a group; '' = all */
export const inventoryPagesQuery = (labels = '') =>
  pagesQuery(['inventories', 'pages', labels], (page, options) =>
    api.listInventories({ per_page: 50, ...(labels && { labels }), ...page }, options),
  );

export const groupsQuery = answerQuery(['inventories', 'groups'], (options) => api.listInventoryGroups(options));

/** What a group has, beside what another one has. @param against '' = none */
export const groupProductsQuery = (labels: string, against: string) =>
  pagesQuery(['inventories', 'group', labels, against], (page, options) =>
    api.listGroupProducts({ ...(labels && { labels }), ...(against && { against }), per_page: 50, ...page }, options),
  );

export const inventoryQuery = (name: string) =>
  answerQuery(['inventories', 'one', name], (options) => api.getInventory(name, options));

/** What the last upload named and nobody knew. */
export const unmatchedQuery = (name: string) =>
  answerQuery(['inventories', 'one', name, 'unmatched'], (options) => api.listUnmatchedComponents(name, options));

/** The name and the package URL of a component, which a decision is about. */
export interface NamedComponent {
  name: string;
  purl: string | null;
}

/** Components that one request decides about. */
const DECIDED_AT_MOST = 200;

/** Says that components are a product (null = they are ignored), for this upload of the inventory and all later ones. */
export async function decide(
  inventory: string,
  components: readonly NamedComponent[],
  software: string | null,
): Promise<void> {
  for (let start = 0; start < components.length; start += DECIDED_AT_MOST) {
    const part = components.slice(start, start + DECIDED_AT_MOST).map(({ name, purl }) => ({ name, purl }));
    await api.decideAboutComponents(inventory, { components: part, software });
  }
}

/** What is ignored. */
export const ignoredQuery = (name: string) =>
  pagesQuery(['inventories', 'one', name, 'ignored'], (page, options) =>
    api.listDecisions(name, { ignored: true, per_page: WINDOW, ...page }, options),
  );

/** What an inventory has, by name. */
export const deploymentsQuery = (name: string) =>
  pagesQuery(['inventories', 'one', name, 'deployments'], (page, options) =>
    api.listDeployments(name, { per_page: WINDOW, ...page }, options),
  );

/** What it has at a lower version than its favorite shows. */
export const waitingQuery = (name: string) =>
  pagesQuery(['inventories', 'one', name, 'waiting'], (page, options) =>
    api.listDeployments(name, { waits: true, includeTotal: true, per_page: WINDOW, ...page }, options),
  );

/** Software in use with its versions by inventory: what is in use at several versions, or what is not. */
export const comparisonQuery = (differs: boolean) =>
  pagesQuery(['inventories', 'comparison', differs], (page, options) =>
    api.listInventoryComparison({ differs, includeTotal: true, per_page: 50, ...page }, options),
  );

/** What is sent to an inventory. */
export interface UploadRequest {
  name: string;
  text: string;
  /** Of a file that was chosen: tells the format where the content does not. */
  fileName: string | undefined;
  /** '' = what it has until now, unless it is to have none. */
  environment: string;
  hasNoEnvironment: boolean;
  scope: InventoryScope;
  format: Format;
  /** Products for everything that nobody knows, or for nothing; undefined = as the service does: for images in public registries. */
  create: boolean | undefined;
  tags?: string[];
}

function upload(request: UploadRequest, more: Upload, headers: Record<string, string> = {}) {
  const { name, text, fileName, environment, scope, format, create, tags = [] } = request;
  const query = {
    scope,
    format,
    ...(create === undefined ? {} : { create }),
    ...(environment ? { environment } : {}),
    ...(fileName ? { file_name: fileName } : {}),
    ...(tags.length > 0 ? { tags: tags.join(',') } : {}),
    ...more,
  };
  // The generator knows files only; of the type of text it sends a string as it is.
  return api.putInventoryContent(name, text, query, { headers }).then(({ data }) => data);
}

/** What somebody has agreed to. */
export interface Allowed {
  mayShrink: boolean;
  lower: Lowering;
}

/** Favorites whose version in use may go down: all of them, or those of these products. */
export type Lowering = 'all' | readonly string[];

/** Products that are named one by one, as the service takes them. */
export const LOWER_AT_MOST = 100;

/** What an upload would do. */
export const previewUpload = (request: UploadRequest) => upload(request, { dry_run: true });

/**
 * Does what the preview of this digest said, and nothing else.
 * @throws ApiProblem 412 when it would be something else by now
 */
export const applyUpload = (request: UploadRequest, digest: string, { mayShrink, lower }: Allowed) => {
  const lowering = lower === 'all' ? { allow_lower: true } : { lower: lower.join(',') };
  return upload(request, { allow_shrink: mayShrink, ...lowering }, { 'If-Match': `"${digest}"` });
};

/** Resources that show what is in use. */
export const IN_USE = ['inventories', 'favorites', 'summary', 'software'];

/** Reads them again; an inventory that is `gone` is not asked for. */
export async function refreshInUse(client: QueryClient, gone?: string): Promise<void> {
  const isGone = ([resource, kind, name]: readonly unknown[]) =>
    gone !== undefined && resource === 'inventories' && kind === 'one' && name === gone;
  await Promise.all(
    IN_USE.map((resource) =>
      client.invalidateQueries({ queryKey: [resource], predicate: ({ queryKey }) => !isGone(queryKey) }),
    ),
  );
}
