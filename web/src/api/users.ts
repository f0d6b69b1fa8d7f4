import { api } from './client';
import { answerQuery, pagesQuery } from './queries';
import { WINDOW } from './windows';

/** The caller's tokens, the newest first. */
export const tokensQuery = pagesQuery(['tokens'], (page, options) =>
  api.listTokens({ per_page: WINDOW, sort: '-created_at', ...page }, options),
);

/** The caller's sessions, the newest first. */
export const sessionsQuery = answerQuery(['sessions'], (options) => api.listSessions(options));
