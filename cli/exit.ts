/** What the terminal tells the shell. */
export const EXIT = { done: 0, refused: 1, misuse: 2, unreachable: 3 } as const

/** Ends a command with a message for people and a code for the shell. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message)
  }
}

/** A rule said no. */
export const refused = (message: string) => new CommandError(EXIT.refused, message)
/** The command was not used as it is meant to be. */
export const misuse = (message: string) => new CommandError(EXIT.misuse, message)
/** A server, a database or a file is not there. */
export const unreachable = (message: string) => new CommandError(EXIT.unreachable, message)
