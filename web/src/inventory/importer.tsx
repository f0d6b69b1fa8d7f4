import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { ContentResponse, InventoryResponse } from '../api/generated';
import { applyUpload, type Lowering, previewUpload, refreshInUse, type UploadRequest } from '../api/inventories';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { Panel } from '../parts/panel';
import { say } from '../parts/say';
import { AskPrograms } from './ask-programs';
import { changesOf } from './counts';
import { ImportForm } from './import-form';
import { Preview } from './preview';

const words = messages.inventory.preview;

/** What is pasted says what is installed: first what would come of it, then one button that does exactly that. */
export function Importer({
  name,
  inventories,
  isFirst = false,
  clear,
  onOne,
  onDone,
}: {
  name: string;
  inventories: readonly InventoryResponse[];
  /** Of somebody who tracks nothing: there is nothing to choose. */
  isFirst?: boolean;
  /** Takes away what is in the way, before anything is imported. */
  clear?: (() => Promise<unknown>) | undefined;
  /** One line that is a name or an address, which is looked up; '' = something else is there now. */
  onOne?(text: string): void;
  onDone?(name: string): void;
}) {
  const client = useQueryClient();
  /** `isAnew`: it is not the first of these values, things had changed. */
  const preview = useMutation({
    mutationFn: ({ request }: { request: UploadRequest; isAnew: boolean }) => previewUpload(request),
  });
  const { data: answer, variables: shown } = preview;
  const apply = async (request: UploadRequest, { digest, shrinks }: ContentResponse, lower: Lowering) => {
    await clear?.();
    const before = clear ? (await previewUpload(request)).digest : digest;
    try {
      const { counts } = await applyUpload(request, before, { mayShrink: shrinks, lower });
      // An upload can only give it another environment.
      if (request.hasNoEnvironment) await api.putInventory(request.name, { environment: null });
      const changes = changesOf(counts);
      say(changes ? words.done(request.name, changes) : words.doneSame(request.name));
      void refreshInUse(client);
      onDone?.(request.name);
    } catch (error) {
      if (!isProblem(error, 412)) throw error;
      preview.mutate({ request, isAnew: true });
    }
  };
  const forget = () => {
    preview.reset();
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
          hasPreview={answer !== undefined}
          onChange={forget}
          {...(onOne ? { onOne } : {})}
          onPreview={(request) => preview.mutate({ request, isAnew: false })}
        />
      </Panel>
      {answer && shown && (
        <Preview
          key={answer.digest}
          name={shown.request.name}
          answer={answer}
          isAnew={shown.isAnew}
          isFirst={isFirst}
          apply={(lower) => apply(shown.request, answer, lower)}
          onDecided={() => {
            void client.invalidateQueries({ queryKey: ['inventories'] });
            preview.mutate({ request: shown.request, isAnew: false });
          }}
        >
          {answer.format === 'argus' && answer.warnings.length > 0 && <AskPrograms request={shown.request} />}
        </Preview>
      )}
    </>
  );
}
