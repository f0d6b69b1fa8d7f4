import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addTo, createTables, dropFrom, dropTables, typesOf } from './change-table';
import type { Table, Types } from './initial/table';

const advisoryTables = ({ uuid, ascii, text, longAscii, longText, int }: Types): Table[] => [
  {
    name: 'advisory',
    definition: `
      id ${uuid} NOT NULL,
      provider ${ascii(32)} NOT NULL,
      record_id ${ascii(128)} NOT NULL,
      from_batch ${int} NOT NULL DEFAULT 0,
      to_batch ${int},
      vulnerability ${ascii(128)} NOT NULL,
      aliases ${longAscii} NOT NULL,
      summary ${text(500)},
      severity tinyint NOT NULL,
      cvss ${ascii(255)},
      database_name ${text(64)} NOT NULL,
      url ${text(2048)},
      published ${ascii(10)},
      modified ${ascii(10)},
      digest ${ascii(64)} NOT NULL,
      PRIMARY KEY (id)`,
    indexes: [
      'UNIQUE INDEX advisory_record (provider, record_id, from_batch)',
      'INDEX advisory_vulnerability (vulnerability)',
      'INDEX advisory_from (provider, from_batch)',
      'INDEX advisory_to (provider, to_batch)',
    ],
  },
  {
    name: 'advisory_range',
    definition: `
      advisory_id ${uuid} NOT NULL,
      position ${int} NOT NULL,
      key_type ${ascii(8)} NOT NULL,
      key_value ${text(255)} NOT NULL,
      origin tinyint NOT NULL,
      scheme ${ascii(16)},
      content ${longText} NOT NULL,
      PRIMARY KEY (advisory_id, position)`,
    foreignKeys: [{ column: 'advisory_id', references: 'advisory', onDelete: 'CASCADE' }],
    indexes: ['INDEX advisory_range_key (key_type, key_value)'],
  },
  {
    name: 'advisory_batch',
    definition: `
      provider ${ascii(32)} NOT NULL,
      batch ${int} NOT NULL DEFAULT 0,
      quiet_batch ${int} NOT NULL DEFAULT 0,
      held_because ${text(500)},
      held ${longAscii},
      PRIMARY KEY (provider)`,
  },
];

const findingTables = ({ uuid, ascii, text, moment, flag, int }: Types): Table[] => [
  {
    name: 'exploit',
    definition: `
      vulnerability ${ascii(128)} NOT NULL,
      cisa_on ${ascii(10)},
      enisa_on ${ascii(10)},
      exploited_at ${moment},
      epss ${int},
      PRIMARY KEY (vulnerability)`,
  },
  {
    name: 'software_advisory',
    definition: `
      software_id ${uuid} NOT NULL,
      revision ${int} NOT NULL DEFAULT 0,
      known_by ${text(500)},
      as_of ${ascii(10)},
      PRIMARY KEY (software_id)`,
    foreignKeys: [{ column: 'software_id', references: 'software', onDelete: 'CASCADE' }],
  },
  {
    name: 'assessment',
    definition: `version_id ${uuid} NOT NULL, revision ${int} NOT NULL DEFAULT 0, PRIMARY KEY (version_id)`,
    foreignKeys: [{ column: 'version_id', references: 'version', onDelete: 'CASCADE' }],
  },
  {
    name: 'finding',
    definition: `
      version_id ${uuid} NOT NULL,
      vulnerability ${ascii(128)} NOT NULL,
      state tinyint NOT NULL,
      severity tinyint NOT NULL,
      fixed ${text(255)},
      reason ${text(500)},
      found_at ${moment} NOT NULL,
      is_quiet ${flag} NOT NULL DEFAULT 0,
      PRIMARY KEY (version_id, vulnerability)`,
    foreignKeys: [{ column: 'version_id', references: 'version', onDelete: 'CASCADE' }],
    indexes: ['INDEX finding_vulnerability (vulnerability)'],
  },
];

const riskTables = ({ uuid, ascii, text, moment, flag, int }: Types): Table[] => [
  {
    name: 'favorite_risk',
    definition: `
      favorite_id ${uuid} NOT NULL,
      user_id ${uuid} NOT NULL,
      version_id ${uuid} NOT NULL,
      risk ${int} NOT NULL DEFAULT 0,
      known ${int} NOT NULL DEFAULT 0,
      critical ${int} NOT NULL DEFAULT 0,
      high ${int} NOT NULL DEFAULT 0,
      exploited ${int} NOT NULL DEFAULT 0,
      open ${int} NOT NULL DEFAULT 0,
      disputed ${int} NOT NULL DEFAULT 0,
      epss ${int},
      severity tinyint,
      fixed ${int} NOT NULL DEFAULT 0,
      is_urgent ${flag} NOT NULL DEFAULT 0,
      seen_at ${moment} NOT NULL,
      PRIMARY KEY (favorite_id)`,
    foreignKeys: [{ column: 'favorite_id', references: 'favorite', onDelete: 'CASCADE' }],
    indexes: ['INDEX favorite_risk_user (user_id, risk)'],
  },
  {
    name: 'triage',
    definition: `
      favorite_id ${uuid} NOT NULL,
      vulnerability ${ascii(128)} NOT NULL,
      state tinyint NOT NULL,
      until ${ascii(10)},
      reason ${text(500)} NOT NULL,
      needs_review ${flag} NOT NULL DEFAULT 0,
      had_fix ${flag} NOT NULL DEFAULT 0,
      decided_at ${moment} NOT NULL,
      PRIMARY KEY (favorite_id, vulnerability)`,
    foreignKeys: [{ column: 'favorite_id', references: 'favorite', onDelete: 'CASCADE' }],
  },
  {
    name: 'risk_alert',
    definition: `
      favorite_id ${uuid} NOT NULL,
      vulnerability ${ascii(128)} NOT NULL,
      is_exploited ${flag} NOT NULL,
      notification_id ${uuid} NOT NULL,
      PRIMARY KEY (favorite_id, vulnerability, is_exploited)`,
    foreignKeys: [{ column: 'favorite_id', references: 'favorite', onDelete: 'CASCADE' }],
    indexes: ['INDEX risk_alert_notification (notification_id)'],
  },
];

const tablesWith = (types: Types) => [...advisoryTables(types), ...findingTables(types), ...riskTables(types)];

const additionsWith = ({ ascii, longAscii, int }: Types) => ({
  favorite_policy: { columns: { advisories: ascii(9), urgent_from: ascii(9), urgent_age_days: int } },
  knowledge: { columns: { validators: longAscii, bundled: ascii(64) } },
});

/** Advisories, what they find in versions, and what that means for favorites. */
export class Advisories1796000000050 implements MigrationInterface {
  name = 'Advisories1796000000050';

  async up(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    await createTables(runner, tablesWith(types));
    for (const [table, additions] of Object.entries(additionsWith(types))) await addTo(runner, table, additions);
  }

  async down(runner: QueryRunner): Promise<void> {
    const types = typesOf(runner);
    for (const [table, additions] of Object.entries(additionsWith(types))) await dropFrom(runner, table, additions);
    await dropTables(runner, tablesWith(types));
  }
}
