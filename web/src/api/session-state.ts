import { followed } from './followed';
import { isProblem } from './problem';

/**
 * Why somebody is asked to sign in again, in a dialog over the page that they were at: a request was answered with 401 after the session had
 * begun (`ended`), or they signed in too long ago for what they want to do (`stale`). null = nobody is asked.
 */
export type SignInReason = 'ended' | 'stale';

const reason = followed<SignInReason | null>(null);
/** Those that wait for a sign-in. */
const waiting: ((hasSignedIn: boolean) => void)[] = [];

function settle(hasSignedIn: boolean): void {
  reason.set(null);
  for (const answer of waiting.splice(0)) answer(hasSignedIn);
}

export const noteExpiry = () => reason.set('ended');
export const noteSignIn = () => settle(true);
/** They would rather not. */
export const noteRefusal = () => settle(false);

export const useSignInReason = reason.use;

/** Makes a request that needs a recent sign-in: where it was too long ago, asks for another one and goes on after it. */
export async function withFreshSignIn<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!isProblem(error, 403) || error.type !== 'sign-in-again') throw error;
    const hasSignedIn = await new Promise<boolean>((answer) => {
      waiting.push(answer);
      reason.set('stale');
    });
    if (!hasSignedIn) throw error;
    return request();
  }
}
