import module from 'node:module';
import { join } from 'node:path';

/** Of Node.js 22.8 and newer. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

// Compiled code of the program and its packages, with which a start takes a fifth less. Beside the program, where nobody else may write: what is
// in it is run. Without the right to write there, nothing is kept.
(module as CompileCache).enableCompileCache?.(join(__dirname, '..', 'compile-cache'));
