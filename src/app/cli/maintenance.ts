import type { Command } from 'commander';
import { FAILED, print, tell } from 'small-parts';
import { withAdvice } from '../../database/advice';
import { COMMAND_LINE } from '../../api/identity/actor';
import { maintenance, updateCheck } from './modules';
import { configFor, withApp } from './run';

/** Everything that has sealed rows. */
const sealing = async () => [
  (await import('../../notification/notification.module.js')).NotificationModule,
  (await import('../../inventory/probe/probe.module.js')).ProbeModule,
];

/** Undecryptable rows that are listed; more are only counted. */
const NAMED = 20;

export function addMigrateCommand(cli: Command): void {
  cli.command('migrate').description('bring the database up to date').action(runMigrations);
}

/** `secrets rotate` */
export function addSecretsCommands(cli: Command): void {
  cli
    .command('secrets')
    .description('encrypted settings in the database')
    .command('rotate')
    .description('encrypt all settings with SECRET_KEY; it may be interrupted and run again')
    .action(rotateSecrets);
}

export function addCheckCommand(cli: Command): void {
  cli.command('check').description('one pass of the update check').action(check);
}

export function addDeliverCommand(cli: Command): void {
  cli.command('deliver').description('send due deliveries').action(deliver);
}

export function addUpkeepCommand(cli: Command): void {
  cli.command('upkeep').description('remove old rows, as a worker does each hour').action(removeOld);
}

async function runMigrations(): Promise<void> {
  const { migrate } = await import('../../database/migrate.js');
  const { ENTITIES } = await import('../../entities.js');
  const config = configFor(true);
  const onWait = (statement: string) => tell(`Waiting until no transaction holds the table: ${statement}`);
  const names = await withAdvice(config.database, () => migrate(config, ENTITIES, { onWait }));
  tell(names.length > 0 ? `Ran ${names.join(', ')}.` : 'The database is up to date.');
  print({ migrations: names });
}

async function rotateSecrets(): Promise<void> {
  await withApp(sealing, async (app) => {
    const { SecretBox } = await import('../../common/secret-box.js');
    const { Database } = await import('../../database/database.js');
    const { ChannelRepository } = await import('../../notification/channel-state/channel.repository.js');
    const { SourceSettings } = await import('../../source/polling/source-settings.js');
    const channels = await app.get(ChannelRepository).sealed.reseal();
    const { ProbeRepository } = await import('../../inventory/probe/probe.repository.js');
    const sources = await app.get(SourceSettings).sealed.reseal();
    const probes = await app.get(ProbeRepository).sealed.reseal();
    const all = { channel: channels.lost, 'source of product': sources.lost, probe: probes.lost };
    const named = Object.entries(all).flatMap(([what, ids]) =>
      ids.map((id) => `The ${what} ${id} was sealed with a missing key, or was changed.`),
    );
    named.slice(0, NAMED).forEach(tell);
    if (named.length > NAMED) tell(`And ${named.length - NAMED} more: is the old key in SECRET_KEY_OLD?`);
    const lost = named.length;
    const key = app.get(SecretBox).keyId;
    const counts = { channels: channels.resealed, sources: sources.resealed, probes: probes.resealed, lost };
    const { audit } = await import('../../access/audit/audit.repository.js');
    await app.get(Database).transaction((sql) => audit(sql, COMMAND_LINE, 'secrets.rotated', null, { key, ...counts }));
    const sealed = `${channels.resealed} channels, ${sources.resealed} sources, ${probes.resealed} probes`;
    tell(`Sealed with key ${key}: ${sealed}; ${lost} do not open.`);
    print({ key, ...counts });
    if (lost > 0) process.exitCode = FAILED;
  });
}

async function check(): Promise<void> {
  await withApp(updateCheck, async (app) => {
    const { UpdateCheckerService } = await import('../../update-check/update-checker.service.js');
    print(await app.get(UpdateCheckerService).check());
  });
}

async function deliver(): Promise<void> {
  await withApp(sealing, async (app) => {
    const { DeliveryService } = await import('../../notification/delivery/delivery.service.js');
    const deliveries = app.get(DeliveryService);
    const summary = await deliveries.deliverDue();
    // After the deliveries, so that the same run reports a channel that they disabled.
    await deliveries.sendServiceMessages();
    print(summary);
  });
}

async function removeOld(): Promise<void> {
  await withApp(maintenance, async (app) => {
    const { UpkeepService } = await import('../../operations/upkeep/upkeep.service.js');
    print(await app.get(UpkeepService).run());
  });
}
