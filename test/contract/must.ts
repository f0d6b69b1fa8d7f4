/** The line of Jest's that names a matcher, where the developer of a plug-in reads what was found instead. */
const OF_THE_MATCHER = /^.*\bexpect\(.*\)\.?.*$/m;

/**
 * An expectation that says in a sentence what has to be, for whoever knows the contract only.
 * @throws Error with the sentence, and what was found
 */
export function must(sentence: string, expectation: () => void): void {
  try {
    expectation();
  } catch (error) {
    throw new Error(`${sentence}.\n${(error as Error).message.replace(OF_THE_MATCHER, '').trim()}`, { cause: error });
  }
}
