import { type KeyboardEvent, useState } from 'react';
import { hasTag } from '../../api/tag-names';
import { messages } from '../../messages';
import { Field, type FieldProps, Suggestions } from './field';
import { CloseButton } from './button';
import classes from './ui.module.css';

type TagsInputProps = FieldProps & {
  value: string[];
  onChange: (tags: string[]) => void;
  /** Suggestions. */
  data?: readonly string[];
  placeholder?: string;
  maxTags: number;
  maxLength?: number;
  /** A tag ends with it, and with Enter. */
  separator?: string;
  'data-autofocus'?: boolean;
};

/** Several short texts: what is typed becomes one of them with Enter, and when the field is left. */
export function TagsInput({ value, onChange, data = [], placeholder, maxTags, separator, ...field }: TagsInputProps) {
  const [text, setText] = useState('');
  const add = (given: string) => {
    const all = [...value];
    for (const tag of (separator ? given.split(separator) : [given]).map((part) => part.trim()))
      if (tag !== '' && all.length < maxTags && !hasTag(all, tag)) all.push(tag);
    if (all.length > value.length) onChange(all);
    setText('');
  };
  const change = (next: string) =>
    (separator && next.includes(separator)) || data.includes(next) ? add(next) : setText(next);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  return (
    <Field {...field}>
      {(control) => (
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
            {...control}
            type="text"
            list={`${control.id}-list`}
            value={text}
            placeholder={value.length === 0 ? placeholder : undefined}
            autoComplete="off"
            disabled={value.length >= maxTags}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
          <Suggestions id={`${control.id}-list`} data={data.filter((one) => !value.includes(one))} />
        </div>
      )}
    </Field>
  );
}
