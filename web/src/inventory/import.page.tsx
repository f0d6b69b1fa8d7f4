import { Alert, Text } from '../parts/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import type { ContentResponse } from '../api/generated';
import {
  type Allowed,
  applyUpload,
  inventoriesQuery,
  type Lowering,
  mayUpload,
  previewUpload,
  refreshInUse,
  type UploadRequest,
} from '../api/inventories';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { FindBox } from '../parts/find-box';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ProblemNote, QueryNote } from '../parts/problem-note';
import { say } from '../parts/say';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { AskPrograms } from './ask-programs';
import { changesOf } from './counts';
import { ImportForm } from './import-form';
import { Preview } from './preview';

const words = messages.inventory;

/** What a preview said, and of what. */
interface Previewed {
  request: UploadRequest;
  answer: ContentResponse;
  /** It is not the first of these values: things had changed. */
  isAnew: boolean;
}

/** A file says what is installed: first what would come of it, then one button that does exactly that. */
export function ImportPage() {
  const session = useQuery(sessionQuery).data;
  const inventories = useQuery(inventoriesQuery);
  const { name = '' }: { name?: string } = useSearch({ strict: false });
  const isReadOnly = session !== undefined && !mayUpload(session.scopes);
  return (
    <Page title={words.importTitle} lead={<Text c="dimmed">{words.importLead}</Text>}>
      {isReadOnly && (
        <Alert color="yellow" title={words.form.readOnly}>
          {words.form.readOnlyText}
        </Alert>
      )}
      <QueryNote of={inventories} />
      {inventories.isPending && !inventories.error && <SlowSkeleton rows={6} />}
      {session && !isReadOnly && inventories.data && <Import name={name} inventories={inventories.data} />}
      <Text c="dimmed" size="sm" mt="xl" mb="xs">
        {words.single}
      </Text>
      <FindBox />
    </Page>
  );
}

/** What the dialog asks. */
function consentTo(previewed: Previewed | null) {
  if (previewed === null) return { title: '', text: '', action: '' };
  const {
    request: { name },
    answer: { counts },
  } = previewed;
  const { shrinkTitle, shrinkText, shrink } = words.preview;
  return { title: shrinkTitle, text: shrinkText(counts.removed, name), action: shrink };
}

function Import({ name, inventories }: Pick<Parameters<typeof ImportForm>[0], 'name' | 'inventories'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Previewed | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [lower, setLower] = useState<Lowering>([]);
  const preview = useMutation({
    mutationFn: ({ request }: { request: UploadRequest; isAnew: boolean }) => previewUpload(request),
    onMutate: () => setShown(null),
    onSuccess: (answer, { request, isAnew }) => setShown({ request, answer, isAnew }),
  });
  const apply = useMutation({
    mutationFn: async ({ previewed: { request, answer }, ...allowed }: { previewed: Previewed } & Allowed) => {
      const done = await applyUpload(request, answer.digest, allowed);
      // An upload can only give it another environment.
      if (request.hasNoEnvironment) await api.putInventory(request.name, { environment: null });
      return done;
    },
    onSuccess: (done, { previewed: { request } }) => {
      const changes = changesOf(done.counts);
      say(changes ? words.preview.done(request.name, changes) : words.preview.doneSame(request.name));
      void refreshInUse(client);
      void navigate({ to: '/inventories/$name', params: { name: request.name } });
    },
    onError: (error, { previewed: { request } }) => {
      setAsking(isProblem(error, 409) && 'digest' in error.problem);
      if (isProblem(error, 412)) preview.mutate({ request, isAnew: true });
    },
  });
  const start = (allowed: Allowed) => shown && apply.mutate({ previewed: shown, ...allowed });
  const isShown = (error: unknown) => error != null && !isProblem(error, 401) && !isProblem(error, 412);
  const forget = () => {
    setShown(null);
    preview.reset();
    apply.reset();
  };
  return (
    <>
      <Panel>
        <ImportForm
          name={name}
          inventories={inventories}
          error={preview.error}
          isBusy={preview.isPending}
          hasPreview={shown !== null}
          onChange={forget}
          onPreview={(request) => {
            apply.reset();
            preview.mutate({ request, isAnew: false });
          }}
        />
      </Panel>
      {shown && (
        <Preview
          key={shown.answer.digest}
          name={shown.request.name}
          answer={shown.answer}
          isAnew={shown.isAnew}
          isBusy={apply.isPending && !isAsking}
          onApply={(lowering) => {
            setLower(lowering);
            if (shown.answer.shrinks) setAsking(true);
            else start({ mayShrink: false, lower: lowering });
          }}
          onDecided={() => {
            void client.invalidateQueries({ queryKey: ['inventories'] });
            preview.mutate({ request: shown.request, isAnew: false });
          }}
        >
          {isShown(apply.error) && !isAsking && <ProblemNote error={apply.error} />}
          {shown.answer.format === 'argus' && shown.answer.warnings.length > 0 && (
            <AskPrograms request={shown.request} />
          )}
        </Preview>
      )}
      <Confirm
        opened={isAsking && shown !== null}
        onClose={() => {
          setAsking(false);
          apply.reset();
        }}
        {...consentTo(shown)}
        isBusy={apply.isPending}
        error={
          isShown(apply.error) && !(isProblem(apply.error, 409) && 'digest' in apply.error.problem) ? apply.error : null
        }
        onConfirm={() => start({ mayShrink: true, lower })}
      />
    </>
  );
}
