import { Button, Field, FileButton, Group, Text, Textarea } from '../parts/ui';
import { type DragEvent, type ReactNode, useState } from 'react';
import { LARGEST_UPLOAD } from '../api/inventories';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { sizeText, textOf } from './formats';
import classes from './inventory.module.css';

const words = messages.inventory.form;

/** A file that was chosen, which is not shown: it may have many megabytes. */
export interface ChosenFile {
  name: string;
  size: number;
  text: string;
}

/** What is installed: pasted, or a file that is dropped or chosen. */
export function ContentField({
  label,
  hint,
  rows,
  beside,
  text,
  file,
  error,
  onText,
  onPasted,
  onFile,
  onError,
}: {
  label: string;
  hint: string;
  rows: number;
  /** The button that goes on. */
  beside?: ReactNode;
  text: string;
  file: ChosenFile | null;
  error: string | undefined;
  onText(text: string): void;
  /** All of it at once. */
  onPasted?(text: string): void;
  onFile(file: ChosenFile | null): void;
  onError(error: string): void;
}) {
  const [isOver, setOver] = useState(false);
  const take = (one: File | null | undefined) => {
    if (!one) return;
    if (one.size > LARGEST_UPLOAD) return onError(words.tooLarge);
    textOf(one).then(
      (read) => onFile({ name: one.name, size: one.size, text: read }),
      // It was moved or changed since it was chosen.
      () => onError(words.unreadable),
    );
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {file ? (
        <Field label={label} error={error}>
          <div className={classes.file}>
            <Text size="sm" className={classes.whole}>
              <Name>{words.file(file.name, sizeText(file.size))}</Name>
            </Text>
            <Button
              variant="default"
              size="xs"
              aria-label={`${words.removeFile} ${visibleText(file.name)}`}
              onClick={() => onFile(null)}
            >
              {words.removeFile}
            </Button>
          </div>
        </Field>
      ) : (
        <Textarea
          label={label}
          description={hint}
          placeholder={words.placeholder}
          error={error}
          minRows={rows}
          maxRows={2 * rows}
          spellCheck={false}
          autoComplete="off"
          inputClass={classes.paste}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={(event) => {
            const field = event.currentTarget;
            // The field has it after this event.
            if (text === '') setTimeout(() => onPasted?.(field.value));
          }}
        />
      )}
      <Group mt="xs" gap="xs">
        {beside}
        <FileButton size={beside ? 'sm' : 'xs'} onChange={take}>
          {words.choose}
        </FileButton>
      </Group>
    </div>
  );
}
