/** What the screen behind the palette can do to its active row. */
export interface PaletteAction {
  id: string;
  label: string;
  run(): void;
}

let actions: readonly PaletteAction[] = [];

export function setPaletteActions(next: readonly PaletteAction[]): void {
  actions = next;
}

/** As they are when the palette is opened. */
export const paletteActions = () => actions;
