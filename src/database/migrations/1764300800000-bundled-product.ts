import type { MigrationInterface, QueryRunner } from 'typeorm';

const SQLITE = `CREATE TABLE IF NOT EXISTS "bundled_product" (
  "software_id" varchar(36) PRIMARY KEY NOT NULL,
  "feed" varchar(43),
  "ordering" varchar(43) NOT NULL,
  CONSTRAINT "fk_bundled_product_software" FOREIGN KEY ("software_id") REFERENCES "software" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
)`;

const SERVER = `CREATE TABLE IF NOT EXISTS bundled_product (
  software_id varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  feed varchar(43) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ordering varchar(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (software_id),
  CONSTRAINT fk_bundled_product_software FOREIGN KEY (software_id) REFERENCES software (id) ON DELETE CASCADE ON UPDATE NO ACTION
) ENGINE=InnoDB`;

/** What refreshes of the catalogue have given to products. */
export class BundledProduct1764300800000 implements MigrationInterface {
  name = 'BundledProduct1764300800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : SERVER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS bundled_product');
  }
}
