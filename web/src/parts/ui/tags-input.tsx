import { type KeyboardEvent, useState } from 'react';
import { messages } from '../../messages';
import { Field, type FieldProps, Suggestions } from './field';
import { CloseButton } from './button';
import classes from './ui.module.css';

interface TagsInputProps extends FieldProps {
  value: string[];
  onChange: (tags: string[]) => void;
  /** Suggestions. */
  data?: readonly string[];
  placeholder?: string;
  maxTags?: number;
  maxLength?: number;
  /** A tag ends with each of these, and with Enter. */
  splitChars?: readonly string[];
  isDuplicate?: (tag: string, all: string[]) => boolean;
  'data-autofocus'?: boolean;
}

/** Several short texts: what is typed becomes one of them with Enter, and when the field is left. */
export function TagsInput({
  value,
  onChange,
  data = [],
  placeholder,
  maxTags = Infinity,
  maxLength,
  splitChars = [],
  isDuplicate = (tag, all) => all.includes(tag),
  'data-autofocus': isFirst,
  ...field
}: TagsInputProps) {
  const [text, setText] = useState('');
  const add = (given: string) => {
    const parts = splitChars.reduce((all, one) => all.flatMap((part) => part.split(one)), [given]);
    const tags = parts.map((part) => part.trim()).filter(Boolean);
    const all = [...value];
    for (const tag of tags) if (all.length < maxTags && !isDuplicate(tag, all)) all.push(tag);
    if (all.length > value.length) onChange(all);
    setText('');
  };
  const change = (next: string) =>
    splitChars.some((one) => next.includes(one)) || data.includes(next) ? add(next) : setText(next);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  return (
    <Field {...field}>
      {(tied) => (
        <div className={classes.tagsInput}>
          {value.map((tag) => (
            <span key={tag} className={classes.tag}>
              <bdi>{tag}</bdi>
              <CloseButton
                aria-label={messages.common.removeTag(tag)}
                onClick={() => onChange(value.filter((one) => one !== tag))}
              />
            </span>
          ))}
          <input
            {...tied}
            type="text"
            list={`${tied.id}-list`}
            value={text}
            placeholder={value.length === 0 ? placeholder : undefined}
            maxLength={maxLength}
            autoComplete="off"
            disabled={value.length >= maxTags}
            data-autofocus={isFirst}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
          <Suggestions id={`${tied.id}-list`} data={data.filter((one) => !value.includes(one))} />
        </div>
      )}
    </Field>
  );
}
