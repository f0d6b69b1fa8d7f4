/** Origins of release notes. The words are stored and in the API, so they never change. */
export const NOTES_FROM = ['source', 'github', 'gitlab', 'forgejo', 'changelog'] as const;
export type NotesFrom = (typeof NOTES_FROM)[number];
