import { MESSAGES } from '../platform/parse'

const LONGEST_TEXT = 200

interface Own {
  /** The names that the company gave or once gave them. */
  readonly named: readonly string[]
  /** What has them, as a sentence says it: `na separação`. */
  readonly where: string
}

/** Fields that a company has of its own are texts, under names of theirs (R3-031): what is wrong with these. */
export function ownFieldsFault(value: unknown, { named, where }: Own): { readonly custom_fields: string } | undefined {
  if (value === undefined || value === null) return undefined
  const told = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : undefined
  if (told === undefined) return { custom_fields: MESSAGES.json }
  const unknown = told.find(([name]) => !named.includes(name))
  if (unknown) return { custom_fields: `Não há o campo ${unknown[0].slice(0, 60)} ${where}.` }
  const long = told.find(([, text]) => text !== null && (typeof text !== 'string' || text.length > LONGEST_TEXT))
  return long && { custom_fields: `${long[0]}: use no máximo ${LONGEST_TEXT} caracteres.` }
}
