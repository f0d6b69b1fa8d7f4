import { api } from './client';
import { answerQuery } from './queries';

export const profileQuery = answerQuery(['profile'], (options) => api.getProfile(options));
