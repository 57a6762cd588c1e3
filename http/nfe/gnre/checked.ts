import { checkGuide } from '../../../core/fiscal/gnre/check'
import type { StateRule } from '../../../core/fiscal/gnre/rules'
import type { Place, Problem } from '../../../core/fiscal/issue/problems'
import { DocumentRefused } from '../document-refused'
import type { Gnre } from './gnre'
import { guideOf, type Payer } from './guide-of'

/** Fields of a guide's record, by the places that checks name and by the fields that states name. */
const FIELDS: Readonly<Record<string, string>> = {
  documentoOrigem: 'nDocOrigem',
  valor: 'vPrincipal',
  valorGNRE: 'vPrincipal',
  dataVencimento: 'dVencimento',
  dataPagamento: 'dPagamento',
  referencia: 'dReferencia',
  destinatario: 'CNPJ_CPF_dest',
  contribuinteDestinatario: 'CNPJ_CPF_dest',
}
const RECEIVER: Readonly<Record<string, string>> = { CNPJ_CPF: 'CNPJ_CPF_dest', cMun: 'cMun_dest' }

/** Where something of a guide is mended: its record, or the company's. */
function placeOf({ resource, field }: Place, { id, empresa_id }: Pick<Gnre, 'id' | 'empresa_id'>): Place {
  if (resource === 'empresa') return { resource, field, id: empresa_id }
  const name = resource === 'cliente' ? (RECEIVER[field] ?? field) : (FIELDS[field] ?? field)
  return { resource: 'gnre', field: name, id }
}

/** The field of the record that a state names when it refuses a guide, where there is one. */
export const fieldOf = (campo: string): string | undefined => {
  const name = campo.split(/[./]/).at(-1) ?? ''
  return FIELDS[name] ?? /^(?:ufFavorecida|receita|produto|detalhamentoReceita|convenio|camposExtras)$/.exec(name)?.[0]
}

/** All that keeps a guide from being sent and that can be known before: by the layout, and by what its state asks. */
export const problemsOf = (record: Gnre, payer: Payer, rules: readonly StateRule[]): readonly Problem[] =>
  checkGuide(guideOf(record, payer, rules), rules).map(({ place, ...problem }) => ({
    ...problem,
    ...(place ? { place: placeOf(place, record) } : {}),
  }))

/** Throws 422 `guide_refused` with all that stands in the way of sending a guide, under the fields where it is mended. */
export function assertSendable(record: Gnre, payer: Payer, rules: readonly StateRule[]): void {
  const problems = problemsOf(record, payer, rules)
  if (problems.length > 0)
    throw new DocumentRefused(problems, {
      code: 'guide_refused',
      of: 'guia',
      message: 'A guia não pode ser enviada.',
    })
}
