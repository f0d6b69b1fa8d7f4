import type { Database } from '../../src/database/database';

let isOn = false;

/** In the tests of this `describe`, every favorite has a deployment from the moment it is made. */
export function deployAll(): void {
  beforeAll(() => void (isOn = true));
  afterAll(() => void (isOn = false));
}

export const areAllDeployed = () => isOn;

/** By triggers: whoever makes a favorite, and however, does not know of it. */
export async function deployedByTriggers(database: Database): Promise<void> {
  if (!isOn) return;
  const { uuid, now } = database.dialect;
  await database.execute(
    `CREATE TRIGGER IF NOT EXISTS deploy_user AFTER INSERT ON user FOR EACH ROW ${bodyOf(
      database,
      `INSERT INTO inventory (id, user_id, name, environment, scope, components, revision, created_at, updated_at)
       VALUES (${uuid}, NEW.id, 'everything', 'prod', 'main', 0, 0, ${now}, ${now})`,
    )}`,
  );
  await database.execute(
    `CREATE TRIGGER IF NOT EXISTS deploy_favorite AFTER INSERT ON favorite FOR EACH ROW ${bodyOf(
      database,
      `INSERT INTO deployment (id, inventory_id, favorite_id, version_id, seen_version_id, label, name, seen_at)
       SELECT ${uuid}, i.id, NEW.id, NEW.version_id, NEW.version_id, 'deployed', 'deployed', ${now}
       FROM inventory i WHERE i.user_id = NEW.user_id`,
    )}`,
  );
}

const bodyOf = ({ dialect }: Database, statement: string) =>
  dialect.kind === 'sqlite' ? `BEGIN ${statement}; END` : statement;
