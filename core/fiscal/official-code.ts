import { formatDate } from '../br/date-text'

/** A code as its official table has it. */
export interface OfficialCode {
  /** Days, YYYY-MM-DD; null where the table sets no limit. */
  readonly dInicio: string | null
  readonly dFim: string | null
}

/**
 * What to tell of a code on a day (YYYY-MM-DD), `known` being what the installed table says of it; undefined where nothing is odd. A table may be older
 * than the law, so a code that it lacks is told and never refused; what is malformed is for the field to refuse.
 */
export function codeNotice(label: string, known: OfficialCode | undefined, day: string): string | undefined {
  if (!known)
    return `${label} não encontrado na tabela. A tabela instalada pode ser mais antiga que a lei: confira o código.`
  if (known.dFim !== null && known.dFim < day)
    return `${label} valeu até ${formatDate(known.dFim)}: confira qual o substitui.`
  if (known.dInicio !== null && known.dInicio > day) return `${label} só vale a partir de ${formatDate(known.dInicio)}.`
  return undefined
}
