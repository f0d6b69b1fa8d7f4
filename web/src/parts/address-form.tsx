import { Button, TextInput } from './ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { messages } from '../messages';
import classes from './lookup.module.css';
import { LONGEST_ADDRESS } from './looks-like-address';

interface AddressFormProps {
  label: string;
  placeholder?: string;
  action: string;
  /** Something else on the screen is the main thing to do. */
  isSecondary?: boolean;
  value: string;
  onChange(text: string): void;
  /** Without spaces around it; never empty. */
  onSubmit(address: string): void;
}

/** A field for an address, and the button that looks it up. */
export function AddressForm({ label, placeholder, action, isSecondary, value, onChange, onSubmit }: AddressFormProps) {
  const address = value.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address !== '') onSubmit(address);
  };
  return (
    <form onSubmit={submit} className={classes.find}>
      <TextInput
        flex={1}
        label={label}
        placeholder={placeholder}
        maxLength={LONGEST_ADDRESS}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button type="submit" variant={isSecondary ? 'default' : 'filled'} disabled={address === ''}>
        {action}
      </Button>
    </form>
  );
}

/** What somebody runs, by its name or its address: the search shows what it is. */
export function FindBox() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <AddressForm
      label={messages.lookup.findLabel}
      placeholder={messages.lookup.placeholder}
      action={messages.lookup.find}
      value={text}
      onChange={setText}
      onSubmit={(q) => void navigate({ to: '/search', search: { q, look: true } as never })}
    />
  );
}
