import { api } from './client';
import { pagesQuery } from './queries';

/** What was changed, the newest first. */
export const historyQuery = pagesQuery(['history'], (page, options) =>
  api.listHistory({ per_page: 50, ...page }, options),
);

export const undoChange = async (id: string) => (await api.undoChange(id)).data;
