import { type Command, InvalidArgumentError, Option } from 'commander';
import { basename } from 'node:path';
import { FORMATS, type Inventory, MAX_COMPONENTS, readInventoryFile } from 'inventory-reader';
import { FAILED, print, tell } from 'small-parts';
import type { Links } from '../../api/endpoint/links';
import type { UserActor } from '../../api/identity/actor';
import { isEnvironment, MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.sql';
import { type Labels, LABELS_FORM, readLabels } from '../../favorite/deployment/labels.sql';
import { readTagList } from '../../favorite/tag/tag-name';
import type { ContentResponse } from '../../inventory/upload/dto/content.response';
import type { InventoryService } from '../../inventory/upload/inventory.service';
import type { InventoryUploads } from '../../inventory/upload/inventory-uploads';
import { INVENTORY_SCOPES, type InventoryScope } from '../../inventory/store/inventory.list';
import { withApp } from './run';

interface ImportOptions {
  user: string;
  environment?: string;
  labels?: Labels;
  scope?: InventoryScope;
  tags?: string[];
  format: string;
  dryRun?: boolean;
  create?: boolean;
  allowShrink?: boolean;
  allowLower?: boolean;
}

/** The work of a command for one user. */
type Work = (
  inventories: InventoryService,
  caller: UserActor,
  links: Links,
  uploads: InventoryUploads,
) => Promise<void>;

export function addInventoryCommands(cli: Command): void {
  const inventory = cli.command('inventory').description('what users have installed');
  const user = () => new Option('--user <user>', 'name or id of its owner').makeOptionMandatory();
  inventory
    .command('import')
    .description('replace an inventory by the content of files; the same again changes nothing')
    .argument('<name>', 'name of the inventory, which is created if necessary')
    .argument('<file...>', 'paths, or - for stdin')
    .addOption(user())
    .option('--environment <text>', 'of the inventory, from now on', environmentOption)
    .option('--labels <labels>', 'by which it is grouped from now on, such as group=web,site=berlin', labelsOption)
    .option('--tags <tags>', 'for the favorites of all that it brings, separated by commas', tagsOption)
    .addOption(new Option('--scope <scope>', 'which components count, from now on').choices(INVENTORY_SCOPES))
    .addOption(new Option('--format <format>', 'of the files').choices(['auto', ...FORMATS]).default('auto'))
    .option('--dry-run', 'only report what would be done')
    .option('--create', 'create products for unknown components')
    .option('--allow-shrink', 'allow removing more than half of the deployments')
    .option('--allow-lower', 'allow lower versions in use')
    .action(importFiles);
  inventory
    .command('list')
    .description('print the inventories of a user, one JSON object a line')
    .addOption(user())
    .action(({ user }: { user: string }) => withInventories(user, list));
  inventory
    .command('show')
    .description('print the deployments of an inventory, one JSON object a line')
    .argument('<name>')
    .addOption(user())
    .action((name: string, { user }: { user: string }) => withInventories(user, show(name)));
  inventory
    .command('delete')
    .description('delete an inventory with its deployments, and favorites that only an import made')
    .argument('<name>')
    .addOption(user())
    .action((name: string, { user }: { user: string }) => withInventories(user, remove(name)));
}

function environmentOption(text: string): string {
  if (!isEnvironment(text)) throw new InvalidArgumentError(`Write 1 to ${MAX_ENVIRONMENT} characters.`);
  return text.trim();
}

function labelsOption(text: string): Labels {
  const labels = readLabels(text);
  if (labels === null) throw new InvalidArgumentError(`This ${LABELS_FORM}.`);
  return labels;
}

function tagsOption(text: string): string[] {
  const tags = readTagList(text);
  if (typeof tags === 'string') throw new InvalidArgumentError(`This ${tags}.`);
  return tags;
}

async function importFiles(name: string, paths: string[], options: ImportOptions, command: Command): Promise<void> {
  if (paths.filter((path) => path === '-').length > 1) command.error('error: stdin can be read once only');
  const { user, environment, labels, scope, tags = [], format, dryRun, create, allowShrink, allowLower } = options;
  // Before the database is opened.
  const files: Inventory[] = [];
  for (const path of paths) {
    const read = await readInventoryFile(path, format === 'auto' ? undefined : format);
    files.push(paths.length > 1 ? withTitle(read, path === '-' ? 'stdin' : basename(path)) : read);
  }
  const count = files.reduce((sum, { components }) => sum + components.length, 0);
  if (count > MAX_COMPONENTS)
    throw new Error(`These are ${count} components; an inventory has at most ${MAX_COMPONENTS}.`);
  const upload = {
    ...{ isDryRun: dryRun === true, hasHints: false, format: undefined, fileName: undefined, scope, environment },
    ...{ labels, tags },
    ...{
      creating: create === true ? ('all' as const) : ('none' as const),
      followsTags: false,
      mayShrink: allowShrink === true,
      mayLower: allowLower === true,
      lower: null,
      expected: null,
    },
  };
  await withInventories(user, async (_inventories, caller, links, uploads) => {
    const outcome = await uploads.import(caller, name, upload, files, links);
    for (const warning of outcome.warnings) tell(warning);
    tell(`${name}: ${summaryOf(outcome)}`);
    print(outcome);
  });
}

/** Names the file of a place where there are several files. */
const withTitle = (read: Inventory, title: string): Inventory => ({
  ...read,
  components: read.components.map((one) => ({ ...one, where: `${title}: ${one.where}` })),
  rejected: read.rejected.map((one) => ({ ...one, where: `${title}: ${one.where}` })),
});

function summaryOf({ counts, dry_run, shrinks }: ContentResponse): string {
  const { added, moved, removed, kept, unchanged, unmatched, ambiguous, rejected, created } = counts;
  const made = created > 0 ? `${created} created, ` : '';
  const changes = `${made}${added} added, ${moved} moved, ${removed} removed, ${unchanged} unchanged`;
  const others = `${unmatched} unmatched, ${ambiguous} ambiguous, ${rejected} rejected`;
  const shrink = shrinks ? ' More than half would go: it needs --allow-shrink.' : '';
  const favorites = kept === 1 ? '1 favorite keeps its' : `${kept} favorites keep their`;
  const higher = kept > 0 ? ` ${favorites} higher version: --allow-lower lowers it.` : '';
  return `${changes}; ${others}.${higher}${dry_run ? ` Nothing was changed.${shrink}` : ''}`;
}

const list: Work = async (inventories, caller, links) => {
  for await (const inventory of inventories.all(caller, links)) print(inventory);
};

const show =
  (name: string): Work =>
  async (inventories, caller) => {
    for (const {
      software_id,
      software,
      favorite_id,
      version,
      waits,
      in_use,
      label,
      name: component,
    } of await inventories.allDeployments(caller, name))
      print({
        ...{ software: { id: software_id, name: software }, favorite: favorite_id, version },
        ...{ waits_for: waits ? in_use : null, label, name: component },
      });
  };

const remove =
  (name: string): Work =>
  async (inventories, caller) => {
    await inventories.delete(caller, name);
    tell(`Deleted ${name}.`);
  };

/** Favorites that go take their notifications along (`beforeDelete`). */
async function inventories() {
  const { InventoryModule } = await import('../../inventory/upload/inventory.module.js');
  const { NotificationModule } = await import('../../notification/notification.module.js');
  return [InventoryModule, NotificationModule];
}

async function withInventories(idOrName: string, work: Work): Promise<void> {
  await withApp(inventories, async (app) => {
    const { Links } = await import('../../api/endpoint/links.js');
    const { COMMAND_LINE } = await import('../../api/identity/actor.js');
    const { Config } = await import('../../config/config.js');
    const { InventoryService } = await import('../../inventory/upload/inventory.service.js');
    const { InventoryUploads } = await import('../../inventory/upload/inventory-uploads.js');
    const { UserService } = await import('../../access/user/user.service.js');
    const user = await app.get(UserService).find(idOrName);
    if (user)
      return work(
        app.get(InventoryService),
        { ...COMMAND_LINE, userId: user.id },
        Links.withoutRequest(app.get(Config)),
        app.get(InventoryUploads),
      );
    tell('There is no such user.');
    process.exitCode = FAILED;
  });
}
