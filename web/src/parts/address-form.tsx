import { Button, TextInput } from './ui';
import type { FormEvent } from 'react';
import classes from './lookup.module.css';
import { LONGEST_ADDRESS } from './looks-like-address';

export interface AddressFormProps {
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
