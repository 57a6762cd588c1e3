import { decimal } from '../../money/decimal'
import { contributionIsFree, ipiIsCharged, isSimples } from '../../tax/codes'
import { calculateItem } from '../../tax/item'
import { TOTALLED } from '../../tax/totals'
import type { ItemTaxes, ItemTaxInput } from '../../tax/types'
import type { Layout } from '../layout/layout'
import type { Branch, Tree } from '../layout/write'
import { clean, digits, isSome, money, some, spread } from './clean'
import { fitted } from './fitted'
import { icmsGroup } from './icms-xml'
import type { NoteItem, NoteMirror, UnpaidNote } from './note'
import { reformGroups, reformIsCharged } from './reform-xml'

const DET = 'TNFe.infNFe.det'

/** One item ready to be written, and its taxes with their formulas. */
export interface ItemWritten {
  readonly tree: Branch
  readonly taxes: ItemTaxes
}

/** The taxes of an item of this note, of those that its codes charge. Throws what `calculateItem` throws. */
export function itemTaxes(note: UnpaidNote, item: NoteItem): ItemTaxes {
  const { vProd, qCom, vUnCom, vDesc, vFrete, vSeg, vOutro, vIPIDevol, taxCode } = item
  const amounts = { vProd, qCom, vUnCom, qTrib: item.qTrib ?? qCom, vDesc, vFrete, vSeg, vOutro, vIPIDevol }
  return calculateItem({
    ...ratesOf(note, item),
    ...given(amounts),
    taxCode,
    indFinal: note.indFinal,
    ...(isSimples(note.emit.CRT) ? { senderSimplesNacional: true } : {}),
  })
}

/** The rates of the rule, of what is charged; of IBS and CBS those of the law where the rule has none. */
function ratesOf(note: UnpaidNote, { tax, cstIPI, cstPIS, cstCOFINS, cstIBSCBS }: NoteItem): ItemTaxInput {
  const charged = reformIsCharged(cstIBSCBS)
  const free = { pIBSUF: 0, pIBSMun: 0, pCBS: 0 }
  return given({
    ...tax,
    // A fund that is nothing has no group on the document.
    pFCP: isSome(tax.pFCP) ? tax.pFCP : undefined,
    pFCPST: isSome(tax.pFCPST) ? tax.pFCPST : undefined,
    pIPI: ipiIsCharged(cstIPI) ? tax.pIPI : undefined,
    pPIS: contributionIsFree(cstPIS) ? undefined : tax.pPIS,
    pCOFINS: contributionIsFree(cstCOFINS) ? undefined : tax.pCOFINS,
    ...(difalIsDue(note) ? {} : { pICMSUFDest: undefined, pFCPUFDest: undefined, pICMSInterPart: undefined }),
    ...(charged ? { date: note.dhEmi.slice(0, 10) } : { pIBSUF: undefined, pIBSMun: undefined, pCBS: undefined }),
    ...(!charged && tax.pIS !== undefined ? { ...free, date: note.dhEmi.slice(0, 10) } : {}),
  })
}

function given<T extends object>(values: T): Partial<T> {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Of a sale to whom is no contributor, in another state, the destination's share (EC 87/2015); those of Simples do not owe it (STF ADI 5464). */
export const difalIsDue = ({ idDest, indFinal, dest, emit }: UnpaidNote): boolean =>
  idDest === '2' && indFinal === '1' && dest?.indIEDest === '9' && !isSimples(emit.CRT)

/** Element `det` of an item. */
export function writeItem(layout: Layout, note: UnpaidNote, item: NoteItem, nItem: number): ItemWritten {
  const computed = item.mirror === undefined ? itemTaxes(note, item) : NONE
  const groups = {
    ICMS: icmsGroup(layout, note, item, computed),
    ICMSUFDest: difal(layout, note, item, computed),
  }
  const taxes = item.mirror === undefined ? computed : mirroredTaxes(item, item.mirror, groups)
  const tree: Branch = {
    '@nItem': String(nItem),
    prod: product(note, item, nItem),
    imposto: {
      ...groups,
      IPI: ipi(layout, item, taxes),
      PIS: contribution(layout, 'PIS', item, taxes),
      COFINS: contribution(layout, 'COFINS', item, taxes),
      ...reformGroups(layout, item, taxes),
    },
    impostoDevol: some(item.vIPIDevol) && {
      pDevol: money(item.pDevol ?? 100),
      IPI: { vIPIDevol: money(item.vIPIDevol ?? 0) },
    },
    infAdProd: clean(item.infAdProd, 500),
    vItem: item.cstIBSCBS === undefined ? undefined : money(taxes.values.vItem ?? 0),
  }
  return { tree, taxes }
}

const NONE: ItemTaxes = { values: {}, formulas: {} }

/** The figures that a mirrored item's groups say; what its situation has no room for is none of its own. */
function mirroredTaxes(
  { vProd }: NoteItem,
  { ipi: own }: NoteMirror,
  { ICMS, ICMSUFDest }: { readonly ICMS: Branch; readonly ICMSUFDest: Branch | undefined },
): ItemTaxes {
  const told: Branch = { ...groupOf(ICMS), ...ICMSUFDest }
  const figures = TOTALLED.flatMap((name) => {
    const value = told[name]
    return typeof value === 'string' ? [[name, decimal(value)] as const] : []
  })
  const values = { ...Object.fromEntries(figures), vProd: decimal(vProd) }
  return {
    values: own === undefined ? values : { ...values, 'IPI.vBC': decimal(own.vBC), vIPI: decimal(own.vIPI) },
    formulas: {},
  }
}

/** What the one group of a choice holds. */
function groupOf(choice: Branch): Branch {
  const [group] = Object.values(choice)
  return isBranch(group) ? group : {}
}

const isBranch = (tree: Tree | readonly Tree[] | undefined): tree is Branch =>
  typeof tree === 'object' && !Array.isArray(tree)

/** What test notes have to call their first item (NFC-e, rule I04-10; NT 2013.005). */
const TEST_GOODS = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

function product(note: UnpaidNote, item: NoteItem, nItem: number): Branch {
  const gtin = clean(item.cEAN, 14) ?? 'SEM GTIN'
  const qTrib = item.qTrib ?? item.qCom
  const test = note.mod === '65' && note.tpAmb === '2' && nItem === 1
  return {
    cProd: clean(item.cProd, 60),
    cEAN: gtin,
    xProd: test ? TEST_GOODS : clean(item.xProd, 120),
    NCM: digits(item.NCM),
    CEST: digits(item.CEST),
    cBenef: clean(item.cBenef, 10),
    CFOP: digits(item.CFOP),
    uCom: clean(item.uCom, 6),
    qCom: spread(item.qCom, 4, 4),
    vUnCom: spread(item.vUnCom, 2, 10),
    vProd: money(item.vProd),
    cEANTrib: gtin,
    uTrib: clean(item.uTrib ?? item.uCom, 6),
    qTrib: spread(qTrib, 4, 4),
    vUnTrib: spread(unitOf(item), 2, 10),
    vFrete: some(item.vFrete),
    vSeg: some(item.vSeg),
    vDesc: some(item.vDesc),
    vOutro: some(item.vOutro),
    indTot: '1',
    xPed: clean(item.xPed, 15),
    nItemPed: digits(item.nItemPed),
    rastro: item.lots?.map(({ nLote, qLote, dFab, dVal }) => ({
      nLote: clean(nLote, 20),
      qLote: spread(qLote, 0, 3),
      dFab,
      dVal,
    })),
  }
}

/** Price of a tributable unit: what gives the same value (rule 630), to ten decimals. */
function unitOf({ qTrib, qCom, vUnCom, vProd }: NoteItem) {
  const quantity = decimal(qTrib ?? qCom)
  return quantity.isZero() || qTrib === undefined ? decimal(vUnCom) : decimal(vProd).div(quantity)
}

/** IPI that is charged says base and rate, also where both are nothing; that is not charged, only its situation. */
function ipi(layout: Layout, { cstIPI, cEnq = '999', tax }: NoteItem, { values }: ItemTaxes): Branch | undefined {
  if (cstIPI === undefined) return undefined
  if (!ipiIsCharged(cstIPI)) return { cEnq, IPINT: { CST: cstIPI } }
  const figures = { CST: cstIPI, vBC: values['IPI.vBC'] ?? 0, pIPI: tax.pIPI ?? 0, vIPI: values.vIPI ?? 0 }
  return { cEnq, IPITrib: fitted(layout, 'TIpi.IPITrib', figures) }
}

/** PIS or COFINS, by situation: at a rate (01, 02), free (04 to 09), any other with base and rate. */
function contribution(layout: Layout, tax: 'PIS' | 'COFINS', item: NoteItem, { values }: ItemTaxes): Branch {
  const cst = tax === 'PIS' ? item.cstPIS : item.cstCOFINS
  const rate = tax === 'PIS' ? item.tax.pPIS : item.tax.pCOFINS
  const name = `${tax}${contributionIsFree(cst) ? 'NT' : cst === '01' || cst === '02' ? 'Aliq' : 'Outr'}`
  const figures = {
    CST: cst,
    vBC: values[`${tax}.vBC`] ?? 0,
    [`p${tax}`]: rate ?? 0,
    [`v${tax}`]: values[`v${tax}`] ?? 0,
  }
  return { [name]: fitted(layout, `${DET}.imposto.${tax}.${name}`, figures) }
}

/** The destination's share of the ICMS (group ICMSUFDest), all of it due there since 2019. */
function difal(layout: Layout, note: UnpaidNote, { tax, mirror }: NoteItem, { values }: ItemTaxes): Branch | undefined {
  if (mirror !== undefined) return mirror.difal && fitted(layout, `${DET}.imposto.ICMSUFDest`, mirror.difal)
  if (!difalIsDue(note) || values.vICMSUFDest === undefined) return undefined
  const { vBCUFDest, vBCFCPUFDest, vFCPUFDest, vICMSUFDest, vICMSUFRemet } = values
  const fund = vFCPUFDest && { vBCFCPUFDest, pFCPUFDest: tax.pFCPUFDest ?? tax.pFCP, vFCPUFDest }
  return fitted(layout, `${DET}.imposto.ICMSUFDest`, {
    vBCUFDest,
    ...fund,
    pICMSUFDest: tax.pICMSUFDest,
    pICMSInter: money(tax.pICMSInter ?? tax.pICMS ?? 0),
    pICMSInterPart: tax.pICMSInterPart ?? 100,
    vICMSUFDest,
    vICMSUFRemet,
  })
}
