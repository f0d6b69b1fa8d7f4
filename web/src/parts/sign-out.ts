import { api } from '../api/client';
import { queryClient } from '../api/query-client';
import { forgetKept } from '../api/forget-kept';
import { isProblem } from '../api/problem';

/** Ends the session on the server, forgets everything that was read, and begins anew at the sign-in page. */
export async function signOut(): Promise<void> {
  await api.deleteCurrentSession().catch((error: unknown) => {
    if (!isProblem(error, 401) && !isProblem(error, 404)) throw error;
  });
  queryClient.clear();
  await forgetKept();
  window.location.assign('/');
}
