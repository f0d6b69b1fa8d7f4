import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messages } from '../messages';
import { AddressForm } from './address-form';

const words = messages.lookup;

/** What somebody runs, by its name or its address: the search shows what it is. */
export function FindBox() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <AddressForm
      label={words.findLabel}
      placeholder={words.placeholder}
      action={words.find}
      value={text}
      onChange={setText}
      onSubmit={(q) => void navigate({ to: '/search', search: { q, look: true } as never })}
    />
  );
}
