import { Alert, Anchor, Button, Divider, PasswordInput, Stack, Text, Title } from '../parts/ui';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { messages } from '../messages';
import { ProblemNote } from '../parts/problem-note';
import { isProblem } from '../api/problem';
import classes from './sign-in.module.css';

const words = messages.session;

/** `/` and `/sign-in` of somebody who has no session. With `#k=…` in the address it is a sign-in link: the code is used at once. */
export function SignInPage({ to, problem, onSignedIn }: { to: string; problem?: string; onSignedIn: () => void }) {
  useDocumentTitle(`${words.title} · ${messages.common.name}`);
  const link = useSignInLink(onSignedIn);
  return (
    <main className={classes.page}>
      <div className={`${classes.card} surface`}>
        <Stack gap="lg">
          <Stack gap={4}>
            <img src="/icon.svg" width={40} height={40} alt="" />
            <Title order={1} mt="sm">
              {messages.common.name}
            </Title>
            <Text c="dimmed">{words.lead}</Text>
          </Stack>
          {link.isPending && (
            <Text role="status" aria-live="polite">
              {words.signingIn}
            </Text>
          )}
          {link.error && <LinkFailed error={link.error} />}
          {problem && (
            <Text c="red" role="alert">
              {Object.hasOwn(words.problems, problem) ? words.problems[problem] : words.refused}
            </Text>
          )}
          <SignInWays to={to} onSignedIn={onSignedIn} />
          {window.location.protocol === 'http:' && !isLoopback() && (
            <Text size="sm" c="orange">
              {words.insecure}
            </Text>
          )}
          <Divider />
          <WithoutToken />
          <Anchor href="/docs" size="sm">
            {words.docs}
          </Anchor>
        </Stack>
      </div>
    </main>
  );
}

/** What somebody does who has neither a token nor a link. */
export const WithoutToken = () => (
  <Stack gap={6}>
    <Text size="sm" c="dimmed">
      {words.noToken}
    </Text>
    <pre className={classes.code}>{words.command}</pre>
  </Stack>
);

/** Why the link signs nobody in. A 401 is about the link here, not about a session that has ended. */
function LinkFailed({ error }: { error: unknown }) {
  if (!isProblem(error, 401)) return <ProblemNote error={error} />;
  return (
    <Alert color="red" title={words.linkFailed} role="alert">
      {words.links[error.problem.reason ?? 'unknown']}
    </Alert>
  );
}

const isLoopback = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(window.location.hostname);

/** A token, or the operator's OpenID Connect provider. Also in the dialog that asks to sign in again. */
export function SignInWays({ to, onSignedIn }: { to: string; onSignedIn: () => void }) {
  const ways = useQuery({ queryKey: ['sign-in'], queryFn: () => api.listSignInMethods().then(({ data }) => data) });
  const [token, setToken] = useState('');
  const signIn = useMutation({ mutationFn: () => api.createSession({ token: token.trim() }), onSuccess: onSignedIn });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim()) signIn.mutate();
  };
  const oidc = ways.data?.oidc;
  const origin = ways.data?.origin;
  // The browser would forget the session at once.
  if (origin?.startsWith('https:') && window.location.protocol === 'http:' && !isLoopback())
    return (
      <Stack gap="sm">
        <Text role="alert">{words.elsewhere(new URL(origin).host)}</Text>
        <Button component="a" href={new URL(to, origin).href}>
          {words.open(origin)}
        </Button>
      </Stack>
    );
  return (
    <Stack>
      {oidc && (
        <>
          <Button component="a" href={`/sign-in/oidc?to=${encodeURIComponent(to)}`}>
            {words.oidc(oidc.title)}
          </Button>
          <Text size="xs" c="dimmed" style={{ textAlign: 'center' }}>
            {words.or}
          </Text>
        </>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label={words.token}
            description={words.tokenHint}
            autoComplete="current-password"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          {signIn.error && !isProblem(signIn.error, 401) && <ProblemNote error={signIn.error} />}
          {isProblem(signIn.error, 401) && (
            <Text c="red" size="sm" role="alert">
              {words.wrongToken}
            </Text>
          )}
          <Button
            type="submit"
            variant={oidc ? 'default' : 'filled'}
            loading={signIn.isPending}
            disabled={!token.trim()}
          >
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

/** Uses the code of a sign-in link. It leaves the address first: neither history nor a copied address has it. */
function useSignInLink(onSignedIn: () => void) {
  const signIn = useMutation({ mutationFn: (code: string) => api.createSession({ code }), onSuccess: onSignedIn });
  const isUsed = useRef(false);
  useEffect(() => {
    const code = /^#k=([\w-]+)$/.exec(window.location.hash)?.[1];
    if (code === undefined || isUsed.current) return;
    isUsed.current = true;
    window.history.replaceState(null, '', window.location.pathname);
    signIn.mutate(code);
  });
  return signIn;
}
