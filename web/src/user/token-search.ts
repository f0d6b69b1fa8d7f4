/** The view of the tokens, in its address. */
export interface TokenSearch {
  /** Whether the dialog for a new one is open. */
  new?: 'yes';
}

export const tokenSearch = (given: Record<string, unknown>): TokenSearch => (given.new === 'yes' ? { new: 'yes' } : {});
