import { taxCodeDigits } from '../../tax/icms'
import type { ItemTaxes } from '../../tax/types'
import type { Layout } from '../layout/layout'
import type { Branch } from '../layout/write'
import { fitted } from './fitted'
import type { NoteItem, UnpaidNote } from './note'

const ICMS = 'TNFe.infNFe.det.imposto.ICMS'

/** Codes that share a group with another. */
const SHARED: Readonly<Record<string, string>> = {
  '41': '40',
  '50': '40',
  '103': '102',
  '300': '102',
  '400': '102',
  '203': '202',
}

/** The base of its own that the group of other situations wants, where what is mirrored has none. */
const NO_BASE = { modBC: '3', vBC: 0, pICMS: 0, vICMS: 0 } as const
const OTHER: ReadonlySet<string> = new Set(['90', '900'])

/** The ICMS group of an item by its CST (two digits) or CSOSN (three): its name and what it holds of the figures. */
export function icmsGroup(layout: Layout, note: UnpaidNote, item: NoteItem, { values }: ItemTaxes): Branch {
  const code = taxCodeDigits(item.taxCode)
  const simples = code.length === 3
  const name = `${simples ? 'ICMSSN' : 'ICMS'}${SHARED[code] ?? code}`
  const head = { orig: item.origem, [simples ? 'CSOSN' : 'CST']: code }
  const { tax, mirror } = item
  if (mirror !== undefined) {
    const { icms } = mirror
    const modes = {
      ...(icms.vBC === undefined ? {} : { modBC: '3' }),
      ...(icms.vBCST === undefined ? {} : { modBCST: '4' }),
    }
    const base = OTHER.has(code) ? NO_BASE : {}
    return { [name]: fitted(layout, `${ICMS}.${name}`, { ...modes, ...base, ...icms, ...head }) }
  }
  const own = values.vBC !== undefined && values.vICMS !== undefined
  const relief = values.vICMSDeson !== undefined && !values.vICMSDeson.isZero()
  const { vICMSDeson, ...figures } = values
  const group = fitted(layout, `${ICMS}.${name}`, {
    ...figures,
    ...head,
    ...(own || code === '90' ? { modBC: tax.modBC ?? '3' } : {}),
    ...(values.vBCST === undefined ? {} : { modBCST: tax.modBCST ?? '4' }),
    ...(relief ? { vICMSDeson, motDesICMS: tax.motDesICMS, indDeduzDeson: tax.indDeduzDeson } : {}),
    // ST that was withheld before and nobody wrote down goes without its figures (rule N26-10 asks them only of whom the state asks).
    ...(figures.vBCSTRet !== undefined && code === '60' ? { vICMSSubstituto: 0 } : {}),
    ...(note.finNFe === '4' && code === '900' ? { modBC: tax.modBC ?? '3' } : {}),
  })
  return { [name]: group }
}
