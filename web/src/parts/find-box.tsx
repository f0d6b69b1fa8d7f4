import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { messages } from '../messages';
import classes from './lookup.module.css';
import { LONGEST_ADDRESS } from './looks-like-address';

const words = messages.lookup;

/** What somebody runs, by its name or its address: the search shows what it is. */
export function FindBox() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q !== '') void navigate({ to: '/search', search: { q, look: true } as never });
  };
  return (
    <form onSubmit={submit} className={classes.find}>
      <TextInput
        className={classes.findField!}
        label={words.findLabel}
        placeholder={words.placeholder}
        maxLength={LONGEST_ADDRESS}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {words.find}
      </Button>
    </form>
  );
}
