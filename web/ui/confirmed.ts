import { ApiError, post } from '../app/api'
import { confirm } from './confirm'
import type { Values } from './row'

export interface Asked {
  /** What the server asks before it goes on, as a title; its own words follow. */
  readonly title: string
  /** The verb that goes on. */
  readonly action?: string
  /** It goes on in spite of something: Enter alone answers nothing. */
  readonly anyway?: boolean
}

/**
 * Posts; what the server asks before it goes on (`confirm`) is asked here, and where somebody says so it is posted again with `confirma`. Undefined where
 * it was given up: nothing is left to say. Throws what was refused.
 */
export async function confirmed(path: string, body: Values, question: Asked): Promise<unknown> {
  try {
    return await post(path, body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirm' || body.confirma === true) throw error
    const yes = await confirm({ action: 'Continuar', ...question, text: error.message })
    return yes ? confirmed(path, { ...body, confirma: true }, question) : undefined
  }
}
