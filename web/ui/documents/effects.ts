import { ApiError, post } from '../../app/api'
import { textOf } from '../row'

/** An action of a stored document. */
export interface Asked {
  readonly resource: string
  readonly id: number | string
  readonly action: string
}

/** Stands for a reason that is still to be written. */
const NOT_YET = { xJust: 'Motivo ainda não escrito' }
/** An action that asks an outside service first cannot be tried. */
const NO_TRIAL = 'no_trial'

/** What an action would do, in the server's words, one thing a line: it is run there and undone again. Throws what the action would refuse. */
export async function effectsOf({ resource, id, action }: Asked): Promise<string[]> {
  try {
    return phrasesOf(await post(`${resource}/${id}/${action}?simula=1`, NOT_YET), { resource, id })
  } catch (error) {
    if (error instanceof ApiError && error.code === NO_TRIAL) return []
    throw error
  }
}

/** The lines of a trial's answer. That the document itself changes goes without saying. */
export function phrasesOf(answer: unknown, own: Pick<Asked, 'resource' | 'id'>): string[] {
  const effects = isObject(answer) && isObject(answer.efeitos) ? Object.values(answer.efeitos) : []
  return effects.flatMap((list) =>
    Array.isArray(list)
      ? list.filter((one) => !isOwn(one, own)).map((one: unknown) => (isObject(one) ? textOf(one.frase) : ''))
      : [],
  )
}

const isOwn = (effect: unknown, { resource, id }: Pick<Asked, 'resource' | 'id'>): boolean =>
  isObject(effect) &&
  resource.endsWith(textOf(effect.recurso)) &&
  textOf(effect.recurso) !== '' &&
  textOf(effect.id) === String(id)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
