/** The body of a `PUT`: fields that it leaves out have their defaults. */
export function withDefaults<Input extends object, Defaults extends object>(
  input: Input,
  defaults: Defaults,
): Defaults & Input {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as Defaults & Input;
}
