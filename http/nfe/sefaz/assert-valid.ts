import type { Outside } from '../../platform/context'
import { ApiError } from '../../platform/errors'

/** The schema of a document, and what it is called where it does not follow it. */
interface DocumentSchema {
  readonly file: string
  /** With its article: `A nota`. */
  readonly the: string
  /** Under which all that is wrong is told. */
  readonly of: string
}

export const NOTE_SCHEMA: DocumentSchema = { file: 'nfe_v4.00.xsd', the: 'A nota', of: 'nota' }
export const DECLARATION_SCHEMA: DocumentSchema = { file: 'DPS_v1.01.xsd', the: 'A NFS-e', of: 'nota' }
export const MANIFEST_SCHEMA: DocumentSchema = { file: 'mdfe_v3.00.xsd', the: 'O MDF-e', of: 'mdfe' }

/**
 * Refuses a signed document that the official schemas of its day refuse, all that is wrong at once. Where the server has no schemas, or none for that day, nothing is
 * judged. Throws 422 `schema`.
 */
export async function assertValid(
  { schemasDir }: Pick<Outside, 'schemasDir'>,
  xml: string,
  { file, the, of }: DocumentSchema,
  day: string,
): Promise<void> {
  if (schemasDir === undefined) return
  const { schemasIn } = await import('./schemas')
  const verdict = schemasIn(schemasDir).check(xml, { file, day })
  if (verdict.state !== 'invalid') return
  const told = verdict.errors.map(({ path, message }) => `${path}: ${message}`)
  throw new ApiError(422, 'schema', `${the} não segue o esquema oficial (${verdict.set}): ${told[0]}`, { [of]: told })
}
