import type { NoteAddress, NoteParty } from '../../../core/fiscal/issue/note'
import type { Row } from '../../platform/resource'
import { optional, text } from './said'

/** Where a party is, by its record with the name of its town (`xMun`). A house without a number is `S/N`. */
export function addressOf(row: Row): NoteAddress {
  const { xCpl, CEP, fone } = row
  return {
    xLgr: text(row.xLgr) ?? '',
    nro: text(row.nro) ?? 'S/N',
    ...optional({ xCpl, CEP, fone }),
    xBairro: text(row.xBairro) ?? '',
    cMun: text(row.cMun) ?? '',
    xMun: text(row.xMun) ?? '',
    UF: text(row.UF) ?? '',
  }
}

/** Who somebody is, by the record of any register of parties, as everything that goes out of the house names it. */
export const partyOf = (row: Row): NoteParty => ({
  CNPJ_CPF: text(row.CNPJ_CPF) ?? '',
  xNome: text(row.xNome) ?? '',
  ...optional({ IE: row.IE }),
  ...(text(row.xLgr) === undefined ? {} : { address: addressOf(row) }),
})
