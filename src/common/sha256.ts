import { hash } from 'node:crypto';

/** 64 hexadecimal digits. */
export const sha256 = (text: string) => hash('sha256', text);
