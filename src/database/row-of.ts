type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** What a SELECT of columns gives of an entity: under their own names, and with flags as the databases have them. */
export type RowOf<Entity, Columns extends keyof Entity = keyof Entity> = {
  [
    Column in Columns & string as Entity[Column] extends string | number | boolean | Uint8Array | null
      ? SnakeCase<Column>
      : never
  ]: boolean extends Entity[Column] ? Entity[Column] | number : Entity[Column];
};
