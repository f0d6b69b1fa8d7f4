import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client';
import type { ContentResponse, InventoryResponse } from '../api/generated';
import {
  type Allowed,
  applyUpload,
  type Lowering,
  previewUpload,
  refreshInUse,
  type UploadRequest,
} from '../api/inventories';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { Confirm } from '../parts/confirm';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { say } from '../parts/say';
import { AskPrograms } from './ask-programs';
import { changesOf } from './counts';
import { ImportForm } from './import-form';
import { Preview } from './preview';

const words = messages.inventory.preview;

/** What a preview said, and of what. */
interface Previewed {
  request: UploadRequest;
  answer: ContentResponse;
  /** It is not the first of these values: things had changed. */
  isAnew: boolean;
}

/** What is pasted says what is installed: first what would come of it, then one button that does exactly that. */
export function Importer({
  name,
  inventories,
  isFirst = false,
  clear,
  onOne,
  onDone,
  children,
}: {
  name: string;
  inventories: readonly InventoryResponse[];
  /** Of somebody who tracks nothing: there is nothing to choose. */
  isFirst?: boolean;
  /** Takes away what is in the way, before anything is imported. */
  clear?: (() => Promise<unknown>) | undefined;
  /** One line that is a name or an address, which is looked up; '' = something else is there now. */
  onOne?(text: string): void;
  onDone(name: string): void;
  /** Below the field. */
  children?: ReactNode;
}) {
  const client = useQueryClient();
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
      await clear?.();
      const { digest } = clear ? await previewUpload(request) : answer;
      const done = await applyUpload(request, digest, allowed);
      // An upload can only give it another environment.
      if (request.hasNoEnvironment) await api.putInventory(request.name, { environment: null });
      return done;
    },
    onSuccess: (done, { previewed: { request } }) => {
      const changes = changesOf(done.counts);
      say(changes ? words.done(request.name, changes) : words.doneSame(request.name));
      void refreshInUse(client);
      onDone(request.name);
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
    onOne?.('');
  };
  return (
    <>
      <Panel>
        <ImportForm
          name={name}
          inventories={inventories}
          isFirst={isFirst}
          error={preview.error}
          isBusy={preview.isPending}
          hasPreview={shown !== null}
          onChange={forget}
          {...(onOne ? { onOne } : {})}
          onPreview={(request) => {
            apply.reset();
            preview.mutate({ request, isAnew: false });
          }}
        />
        {children}
      </Panel>
      {shown && (
        <Preview
          key={shown.answer.digest}
          name={shown.request.name}
          answer={shown.answer}
          isAnew={shown.isAnew}
          isFirst={isFirst}
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
        title={words.shrinkTitle}
        text={shown ? words.shrinkText(shown.answer.counts.removed, shown.request.name) : ''}
        action={words.shrink}
        isBusy={apply.isPending}
        error={
          isShown(apply.error) && !(isProblem(apply.error, 409) && 'digest' in apply.error.problem) ? apply.error : null
        }
        onConfirm={() => start({ mayShrink: true, lower })}
      />
    </>
  );
}
