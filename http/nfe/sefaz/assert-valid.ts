import type { Outside } from '../../platform/context'
import { ApiError } from '../../platform/errors'

/**
 * Refuses a signed document that the official schemas of its day refuse, all that is wrong at once. Where the server has no schemas, or none for that day, nothing is
 * judged. Throws 422 `schema`.
 */
export async function assertValid(
  { schemasDir }: Pick<Outside, 'schemasDir'>,
  xml: string,
  day: string,
): Promise<void> {
  if (schemasDir === undefined) return
  const { schemasIn } = await import('./schemas')
  const verdict = schemasIn(schemasDir).check(xml, { file: 'nfe_v4.00.xsd', day })
  if (verdict.state !== 'invalid') return
  const told = verdict.errors.map(({ path, message }) => `${path}: ${message}`)
  throw new ApiError(422, 'schema', `A nota não segue o esquema oficial (${verdict.set}): ${told[0]}`, { nota: told })
}
