/** An answer in the format of another tool: sent as it is, without the envelope of the API. */
export class ForeignBody {
  /** @param body is sent as JSON */
  constructor(readonly body: object) {}
}
