import type { DataSource } from 'typeorm';

/** Every table, column and index by name, whatever their order, from the database itself. */
export async function structureOf(dataSource: DataSource): Promise<unknown> {
  if (dataSource.options.type !== 'better-sqlite3') {
    const columns = await dataSource.query(
      `SELECT table_name, column_name, column_type, is_nullable, column_default, collation_name
       FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, column_name`,
    );
    const indexes = await dataSource.query(
      `SELECT table_name, index_name, seq_in_index, column_name, non_unique
       FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
    );
    const references = await dataSource.query(
      `SELECT table_name, constraint_name, referenced_table_name, delete_rule
       FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() ORDER BY table_name, constraint_name`,
    );
    return { columns, indexes, references };
  }
  const tables = `sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`;
  const of = (pragma: string, columns: string) =>
    dataSource.query(
      `SELECT m.name AS of_table, ${columns} FROM ${tables.replace(' WHERE', ` JOIN ${pragma}(m.name) p WHERE`)} ORDER BY 1, 2, 3`,
    );
  return {
    // A default may be in parentheses or not.
    columns: await of('pragma_table_info', `p.name, lower(p.type), p."notnull", trim(p.dflt_value, '()'), p.pk`),
    references: await of('pragma_foreign_key_list', 'p."from", p."table", p.on_delete'),
    indexes: await dataSource.query(
      `SELECT m.name AS of_table, l.name, l."unique", p.seqno, p.name AS of_column
       FROM sqlite_master m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) p
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND l.origin = 'c' ORDER BY 1, 2, 4`,
    ),
  };
}
