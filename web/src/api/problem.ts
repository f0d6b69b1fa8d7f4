import type { FieldError, Problem } from './generated';

/** What the service said when it refused a request (RFC 9457), or that a proxy said something else. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
    /** Seconds; null = it did not say. */
    readonly retryAfter: number | null,
    readonly requestId: string | null,
  ) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`);
  }

  /** The last part of the problem's address, such as `not-found`; '' when the answer was no problem document. */
  get type(): string {
    return /[#/]([a-z-]+)$/.exec(this.problem.type ?? '')?.[1] ?? '';
  }

  get errors(): FieldError[] {
    return this.problem.errors ?? [];
  }
}

/** No answer arrived: the network or the service is away. */
export class NoConnection extends Error {
  override name = 'NoConnection';
}

export const isProblem = (error: unknown, status?: number): error is ApiProblem =>
  error instanceof ApiProblem && (status === undefined || error.status === status);
