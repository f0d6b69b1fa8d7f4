// Preloaded into a process by a test: its clock is wrong by CLOCK_SHIFT milliseconds.
const shift = Number(process.env.CLOCK_SHIFT);
const now = Date.now.bind(Date);
Date.now = () => now() + shift;
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + shift] : args));
  }
};
