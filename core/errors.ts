/**
 * The one error type of the core: a rule said no. `code` is stable and for programs, `message` is Portuguese and for people,
 * `fields` names the inputs at fault when there are any. Anything else that is thrown inside the core is a defect.
 */
export class CoreError extends Error {
  override readonly name = 'CoreError'
  constructor(
    readonly code: string,
    message: string,
    readonly fields?: Readonly<Record<string, readonly string[]>>,
  ) {
    super(message)
  }
}

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
