// The options of a script: every one answers --help with its usage and ends with 0, and says what is wrong and ends with 2.
import { parseArgs } from 'node:util';

/**
 * @param {string} usage what --help prints
 * @param {import('node:util').ParseArgsConfig['options']} options as `parseArgs` takes them
 * @param {boolean} allowPositionals whether there may be more than options
 */
export function readOptions(usage, options = {}, allowPositionals = false) {
  const help = { type: 'boolean', short: 'h', default: false };
  try {
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals });
    if (values.help) end(usage);
    return { values, positionals };
  } catch (error) {
    // The other sentences say how to name a file that begins with a dash.
    return refuse(error.message.split('. ', 1)[0]);
  }
}

/** Prints the usage, and ends well. */
export function end(usage) {
  console.log(usage);
  process.exit(0);
}

/** Ends the script since it was asked for something that it cannot do. */
export function refuse(sentence) {
  console.error(`${sentence}. --help says what there is.`);
  process.exit(2);
}

/** Refuses what is no whole number from 1. */
export function assertCounts(values, names) {
  for (const name of names) if (!/^[1-9]\d{0,9}$/.test(values[name])) refuse(`--${name} must be a whole number from 1`);
}
