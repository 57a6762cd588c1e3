import { messageOf } from '../core/errors'

/** One thing looked at: how it is, and how to mend it when it is not well. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'atenção' | 'falha'
  readonly detail: string
  readonly mend?: string
}

/** What an error says, for a finding. */
export const textOf = (error: unknown): string => messageOf(error).slice(0, 500)
