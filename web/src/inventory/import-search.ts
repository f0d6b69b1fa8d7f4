export interface ImportSearch {
  /** Of the inventory. */
  name?: string;
}

export const importSearch = ({ name }: Record<string, unknown>): ImportSearch =>
  typeof name === 'string' && name !== '' ? { name: name.slice(0, 64) } : {};
