let isLive = false;

export function setLive(next: boolean): void {
  isLive = next;
}

/** Whether a stream says when something changes: then it need not be asked. */
export const hasStream = () => isLive;
