import { DIRECT, MARKETPLACE } from '../../../core/fields/comercial/venda'
import type { Note } from '../../../core/fiscal/issue/note'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { text } from './said'
import type { Source } from './source/source'

/** Bought on the internet (indPres). */
const BY_INTERNET = 2

/** Presence of the buyer that the sale's channel tells, where it tells one: of an NF-e alone, since the NFC-e has none for the internet (rule 717). */
export const presenceOf = ({ head, converts }: Source, mod: 55 | 65): number | undefined =>
  !converts && mod === 55 && Number(head.canal ?? DIRECT) !== DIRECT ? BY_INTERNET : undefined

/** The marketplace of a sale that was made in one: the sale's own, else the company's. */
export function intermediaryOf(source: Source): Pick<Note, 'intermediary'> {
  const { CNPJ, idCadIntTran } = toldOf(source)
  return CNPJ === undefined || idCadIntTran === undefined ? {} : { intermediary: { CNPJ, idCadIntTran } }
}

/** A sale of a marketplace has to say which, and who the company is there. */
export function channelProblems(source: Source): readonly Problem[] {
  if (!isOfMarketplace(source)) return []
  const { CNPJ, idCadIntTran } = toldOf(source)
  const lacks = (value: string | undefined, field: string, what: string): readonly Problem[] =>
    value === undefined
      ? [
          {
            message: `A venda é de um marketplace: informe ${what} na venda ou no cadastro da empresa.`,
            place: { resource: 'venda', field },
          },
        ]
      : []
  return [
    ...lacks(CNPJ, 'CNPJ_intermed', 'o CNPJ dele'),
    ...lacks(idCadIntTran, 'idCadIntTran', 'o cadastro da empresa nele'),
  ]
}

const isOfMarketplace = ({ head, converts }: Source): boolean => !converts && Number(head.canal) === MARKETPLACE

function toldOf(source: Source): { readonly CNPJ: string | undefined; readonly idCadIntTran: string | undefined } {
  const { head, company } = source
  if (!isOfMarketplace(source)) return { CNPJ: undefined, idCadIntTran: undefined }
  return {
    CNPJ: text(head.CNPJ_intermed) ?? text(company.CNPJ_intermed),
    idCadIntTran: text(head.idCadIntTran) ?? text(company.idCadIntTran),
  }
}
