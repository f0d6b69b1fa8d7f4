import { ConfigError } from './config';
import { type Environment, EnvironmentReader } from './environment-reader';
import { VARIABLES } from './variables';

/** Whether the variable is one of the service's, or names the file of one. */
export const isOwnVariable = (name: string): boolean => Object.hasOwn(VARIABLES, name.replace(/_FILE$/, ''));

/**
 * The variables that a plug-in declares, and no other; null = not set. As for the service, `<name>_FILE` may name a file.
 * @throws ConfigError when a file cannot be read
 */
export function readDeclared(names: string[], env: Environment = process.env): ReadonlyMap<string, string | null> {
  const reader = new EnvironmentReader(env);
  const values = new Map(names.map((name) => [name, reader.text(name)]));
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return values;
}
