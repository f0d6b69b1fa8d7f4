/** An answer in the format of another tool: sent as it is, without the envelope of the API. */
export class ForeignBody {
  /**
   * @param body is sent as JSON
   * @param facts what the ETag is made of: without the time at which the answer was made, which would change it each time
   */
  constructor(
    readonly body: object,
    readonly facts: object = body,
  ) {}
}
