type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** What a SELECT of columns gives of an entity: under their own names, and with flags as the databases have them. */
export type RowOf<Entity> = {
  [Property in keyof Entity as SnakeCase<Property & string>]: boolean extends Entity[Property]
    ? Entity[Property] | number
    : Entity[Property];
};
