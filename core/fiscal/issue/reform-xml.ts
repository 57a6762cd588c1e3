import { type Decimal, ZERO } from '../../money/decimal'
import type { ItemTaxes } from '../../tax/types'
import type { Layout } from '../layout/layout'
import type { Branch } from '../layout/write'
import { fixed, isSome, money } from './clean'
import { fitted } from './fitted'
import type { NoteItem } from './note'

/** Situations of IBS and CBS that have the group gIBSCBS (official table of CST and cClassTrib). */
const CHARGED = new Set(['000', '200', '220', '222', '510', '515', '550', '830'])

/** Whether a situation of IBS and CBS has base and rates on the document. */
export const reformIsCharged = (cst: string | undefined): boolean => cst !== undefined && CHARGED.has(cst)

/** The groups IS and IBSCBS of an item (NT 2025.002): none without a situation; situation and classification alone where nothing is charged. */
export function reformGroups(layout: Layout, item: NoteItem, taxes: ItemTaxes): { IS?: Branch; IBSCBS?: Branch } {
  const { cstIBSCBS, cClassTrib, cstIS, cClassTribIS, tax } = item
  const { values } = taxes
  const selective =
    cstIS === undefined
      ? {}
      : {
          IS: fitted(layout, 'TIS', { CSTIS: cstIS, cClassTribIS, vBCIS: values.vBCIS, pIS: tax.pIS, vIS: values.vIS }),
        }
  if (cstIBSCBS === undefined) return selective
  const charged = reformIsCharged(cstIBSCBS) ? { gIBSCBS: charge(item, taxes) } : {}
  return { ...selective, IBSCBS: { CST: cstIBSCBS, cClassTrib, ...charged } }
}

function charge({ tax }: NoteItem, { values }: ItemTaxes): Branch {
  const part = (name: 'IBSUF' | 'IBSMun' | 'CBS') => {
    const cut = tax[`pRedAliq${name}`] ?? tax.pRedAliq
    const deferred = values[`vDif${name}`]
    const effective = values[`pAliqEfet${name}`] ?? ZERO
    return {
      [`p${name}`]: fixed(values[`p${name}`] ?? 0, 4),
      gDif: deferred && { pDif: fixed(tax[`pDif${name}`] ?? 0, 4), vDif: money(deferred) },
      gRed: isSome(cut) ? { pRedAliq: fixed(cut, 4), pAliqEfet: fixed(effective, 4) } : undefined,
      [`v${name}`]: money(values[`v${name}`] ?? 0),
    }
  }
  return {
    vBC: money(values['IBSCBS.vBC'] ?? 0),
    gIBSUF: part('IBSUF'),
    gIBSMun: part('IBSMun'),
    vIBS: money(values.vIBS ?? 0),
    gCBS: part('CBS'),
  }
}

/** Group IBSCBSTot: the sums of the items, which the caller brings. */
export function reformTotal(sums: {
  readonly vBCIBSCBS: Decimal
  readonly vIBSUF: Decimal
  readonly vIBSMun: Decimal
  readonly vIBS: Decimal
  readonly vCBS: Decimal
  readonly vDifUF: Decimal
  readonly vDifMun: Decimal
  readonly vDifCBS: Decimal
}): Branch {
  const none = money(0)
  return {
    vBCIBSCBS: money(sums.vBCIBSCBS),
    gIBS: {
      gIBSUF: { vDif: money(sums.vDifUF), vDevTrib: none, vIBSUF: money(sums.vIBSUF) },
      gIBSMun: { vDif: money(sums.vDifMun), vDevTrib: none, vIBSMun: money(sums.vIBSMun) },
      vIBS: money(sums.vIBS),
      vCredPres: none,
      vCredPresCondSus: none,
    },
    gCBS: {
      vDif: money(sums.vDifCBS),
      vDevTrib: none,
      vCBS: money(sums.vCBS),
      vCredPres: none,
      vCredPresCondSus: none,
    },
  }
}
