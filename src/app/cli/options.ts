import { type Command, InvalidArgumentError } from 'commander';
import { isLonger } from 'small-parts';
import { parseDuration } from '../../config/duration';
import { type Scope, SCOPES } from '../../config/scopes';

export function scopesOption(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose among ${SCOPES.join(', ')}.`);
  return scopes as Scope[];
}

export function durationOption(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === null) throw new InvalidArgumentError('Write a duration such as 12h, 90d or 2w.');
  return seconds;
}

export function textOption(max: number): (text: string) => string {
  return (text) => {
    if (text.trim() === '' || isLonger(text, max)) throw new InvalidArgumentError(`Write 1 to ${max} characters.`);
    return text.trim();
  };
}

/** Not by the option's own parser: only a command that needs the check loads it. */
export async function assertMailAddress(text: string | null | undefined, command: Command): Promise<void> {
  if (text == null) return;
  const { isMailAddress } = await import('../../api/endpoint/validation.js');
  if (!isMailAddress(text))
    command.error(`error: option '--email <address>' argument '${text}' is not an e-mail address.`);
}
