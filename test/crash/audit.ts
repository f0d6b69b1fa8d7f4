import type { Database } from '../../src/database/database';
import { CONNECTIONS_OF_NODE } from './proxy';

/** A claim of a delivery, from the database's own record. */
export interface Claim {
  id: string;
  deliveryId: string;
  /** The connection that made it. */
  connection: number;
  /** Milliseconds since 1970, the harness' clock. */
  at: number;
  /** When it was given back or ended by its holder; null = it never was. */
  endedAt: number | null;
  /** The delivery's state when it was ended. */
  endedAs: string | null;
}

interface Row {
  delivery_id: string;
  old_claim: string | null;
  new_claim: string | null;
  state: string;
  connection: number;
  ms: number;
}

/** Written by the database itself, in the transaction of each change: what is rolled back leaves no trace. */
const statements = (connection: string) => [
  `CREATE TABLE crash_audit (
     seq INT NOT NULL AUTO_INCREMENT PRIMARY KEY, delivery_id VARCHAR(36) NOT NULL, old_claim VARCHAR(36) NULL,
     new_claim VARCHAR(36) NULL, state VARCHAR(16) NOT NULL, connection BIGINT NOT NULL, ms BIGINT NOT NULL) ENGINE=InnoDB`,
  `CREATE TRIGGER crash_audit_delivery AFTER UPDATE ON delivery FOR EACH ROW
     INSERT INTO crash_audit (delivery_id, old_claim, new_claim, state, connection, ms)
     VALUES (NEW.id, OLD.claim_id, NEW.claim_id, NEW.state, ${connection},
       ROUND(UNIX_TIMESTAMP(SYSDATE(6)) * 1000))`,
];

export class Audit {
  /** What is to be added to the database's clock. */
  private offset = 0;

  /** @param isCluster whose nodes have a `server_id` each */
  constructor(
    private readonly database: Database,
    private readonly isCluster: boolean,
  ) {}

  async install(): Promise<void> {
    const ofNode = this.isCluster ? ` + @@server_id * ${CONNECTIONS_OF_NODE}` : '';
    for (const statement of statements(`CONNECTION_ID()${ofNode}`)) await this.database.query(statement);
    const before = Date.now();
    const [row] = await this.database.query<{ ms: number }>('SELECT ROUND(UNIX_TIMESTAMP(SYSDATE(6)) * 1000) AS ms');
    this.offset = Math.round((before + Date.now()) / 2) - Number(row!.ms);
  }

  /**
   * All claims, in the order in which they were made; deliveries that were cancelled and queued again; and other changes of deliveries whose
   * end had come already.
   */
  async read(): Promise<{ claims: Claim[]; revived: Set<string>; afterEnd: string[] }> {
    const rows = await this.database.query<Row>('SELECT * FROM crash_audit ORDER BY seq');
    const claims = new Map<string, Claim>();
    const ended = new Map<string, string>();
    const revived = new Set<string>();
    const afterEnd: string[] = [];
    for (const row of rows) {
      const at = Number(row.ms) + this.offset;
      const end = ended.get(row.delivery_id);
      if (end === 'cancelled' && row.state === 'queued' && !row.new_claim) {
        revived.add(row.delivery_id);
        ended.delete(row.delivery_id);
      } else if (end) afterEnd.push(`${row.delivery_id} was ${end} and then ${row.new_claim ? 'claimed' : row.state}`);
      if (row.state !== 'queued') ended.set(row.delivery_id, row.state);
      if (row.new_claim && row.new_claim !== row.old_claim)
        claims.set(nameOf(row.delivery_id, row.new_claim), {
          ...{ id: row.new_claim, deliveryId: row.delivery_id, connection: Number(row.connection), at },
          ...{ endedAt: null, endedAs: null },
        });
      if (!row.new_claim && row.old_claim)
        Object.assign(claims.get(nameOf(row.delivery_id, row.old_claim))!, { endedAt: at, endedAs: row.state });
    }
    return { claims: [...claims.values()], revived, afterEnd };
  }

  /** Claims that are held now, with the connection that made them and their age in milliseconds. */
  held(): Promise<{ delivery_id: string; claim_id: string; connection: number; ms: number }[]> {
    return this.database.query(
      `SELECT a.delivery_id, a.new_claim AS claim_id, a.connection, a.ms + ${this.offset} AS ms
       FROM delivery d JOIN crash_audit a ON a.delivery_id = d.id AND a.new_claim = d.claim_id
       WHERE d.claim_id IS NOT NULL AND (a.old_claim IS NULL OR a.old_claim <> a.new_claim)`,
    );
  }
}

/** Of a claim: a claim id holds for all deliveries that were claimed at once. */
export const nameOf = (deliveryId: string, claimId: string) => `${deliveryId} ${claimId}`;
