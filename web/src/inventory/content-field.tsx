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
  content,
  error,
  onChange,
  onPasted,
  onError,
}: {
  label: string;
  hint: string;
  rows: number;
  /** The button that goes on. */
  beside?: ReactNode;
  content: string | ChosenFile;
  error: string | undefined;
  onChange(content: string | ChosenFile): void;
  /** All of it at once. */
  onPasted?(text: string): void;
  onError(error: string): void;
}) {
  const [isOver, setOver] = useState(false);
  const take = (one: File | null | undefined) => {
    if (!one) return;
    if (one.size > LARGEST_UPLOAD) return onError(words.tooLarge);
    textOf(one).then(
      (text) => onChange({ name: one.name, size: one.size, text }),
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
      {typeof content !== 'string' ? (
        <Field label={label} error={error}>
          <div className={classes.file}>
            <Text size="sm" className={classes.whole}>
              <Name>{words.file(content.name, sizeText(content.size))}</Name>
            </Text>
            <Button
              variant="default"
              size="xs"
              aria-label={`${words.removeFile} ${visibleText(content.name)}`}
              onClick={() => onChange('')}
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
          value={content}
          onChange={(event) => onChange(event.currentTarget.value)}
          onPaste={(event) => {
            const field = event.currentTarget;
            // The field has it after this event.
            if (content === '') setTimeout(() => onPasted?.(field.value));
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
