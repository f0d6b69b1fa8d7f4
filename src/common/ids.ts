import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new identifier: UUID version 7, which is in order of time. */
export const newId = (): string => v7();

export const idsOf = (ones: readonly { id: string }[]): string[] => ones.map(({ id }) => id);

export const isId = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
