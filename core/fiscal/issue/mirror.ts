import { type Amount, decimal, type Decimal, roundHalfUp } from '../../money/decimal'
import { ipiIsCharged, isSimples } from '../../tax/codes'
import { openNfe } from '../nfe-file'
import type { NfeItem } from '../nfe-types'
import { readNfeItem } from '../read-nfe-item'
import { child, children, isElement, onlyChild, text } from '../xml'
import type { Figures, NoteItem, NoteMirror } from './note'

/** How much of what came goes back now, after what went back before, in whatever unit. */
export interface Share {
  readonly of: Amount
  readonly before: Amount
  readonly comes: Amount
  /** How much of the item, in the note's unit, `of` stands for, where that is not all of it. */
  readonly stands?: Amount
}

/** What of an item is decided by the note that brought it: quantities, amounts and taxes, each the share that goes back. */
export type MirroredItem = Pick<
  NoteItem,
  | 'NCM'
  | 'CEST'
  | 'uCom'
  | 'qCom'
  | 'vUnCom'
  | 'vProd'
  | 'uTrib'
  | 'qTrib'
  | 'vDesc'
  | 'vFrete'
  | 'vSeg'
  | 'vOutro'
  | 'vIPIDevol'
  | 'pDevol'
  | 'origem'
  | 'taxCode'
  | 'tax'
  | 'cstIPI'
  | 'cEnq'
> & { readonly mirror: NoteMirror; readonly withheld: boolean }

/** Who gives back, and which way: out to who sold it, or in from who bought it. */
export interface MirroredBy {
  readonly CRT: string
  readonly tpNF: '0' | '1'
}

/** A note whose items are given back: where the goods went and to whom, which its return repeats, and its items by their number. */
export interface OriginalNote {
  readonly chNFe: string
  readonly idDest: string | null
  readonly indFinal: string | null
  readonly item: (nItem: number, share: Share, by: MirroredBy) => MirroredItem | undefined
}

/** Opens the note that goods came or went with, to give them back. Throws what `openNfe` throws. */
export function originalNote(xml: string): OriginalNote {
  const { inf, ide, chNFe } = openNfe(xml)
  const nodes = new Map(children(inf, 'det').map((det, at) => [Number(text(det, '@nItem') ?? at + 1), det]))
  return {
    chNFe,
    idDest: text(ide, 'idDest'),
    indFinal: text(ide, 'indFinal'),
    item: (nItem, share, by) => {
      const det = nodes.get(nItem)
      return det === undefined ? undefined : mirrored(det, nItem, share, by)
    },
  }
}

/** All of an item in the unit of the share. */
const wholeOf = ({ of, stands }: Share, { qCom }: NfeItem): Amount =>
  stands === undefined || decimal(stands).eq(qCom) ? of : decimal(of).times(qCom).div(stands)

/** Of an amount what goes back now, half up, so that all returns of an item come to what they come to together. */
function partOf(amount: Amount, { of, before, comes }: Share): Decimal {
  const upTo = (quantity: Decimal) => roundHalfUp(decimal(amount).times(quantity).div(of))
  return upTo(decimal(before).plus(comes)).minus(upTo(decimal(before)))
}

function mirrored(det: unknown, nItem: number, asked: Share, by: MirroredBy): MirroredItem {
  const item = readNfeItem(det, nItem)
  const share = { ...asked, of: wholeOf(asked, item) }
  const { vDesc, vFrete, vSeg, vOutro } = item
  const beside = Object.entries({ vDesc, vFrete, vSeg, vOutro }).map(
    ([name, amount]) => [name, partOf(amount ?? 0, share)] as const,
  )
  const qCom = pieceOf(item.qCom, share)
  const vProd = partOf(item.vProd, share)
  const group = onlyChild(child(det, 'imposto', 'ICMS'))
  const code = item.CST ?? item.CSOSN ?? ''
  const taxUnit =
    item.uTrib === null || item.uTrib === item.uCom ? {} : { uTrib: item.uTrib, qTrib: pieceOf(item.qTrib, share) }
  return {
    NCM: item.NCM ?? '',
    ...(item.CEST === null ? {} : { CEST: item.CEST }),
    uCom: item.uCom ?? 'UN',
    qCom,
    vUnCom: priceOf(item, qCom, vProd),
    vProd,
    ...taxUnit,
    ...Object.fromEntries(beside),
    origem: item.orig ?? '0',
    taxCode: situation(code, by),
    ...ipiOf(item, share, by),
    tax: { ...(item.indDeduzDeson === null ? {} : { indDeduzDeson: item.indDeduzDeson }), pIPI: item.pIPI ?? '0' },
    withheld: WITHHELD.has(code),
    mirror: {
      icms: shared(group?.node, share),
      ...difalOf(child(det, 'imposto', 'ICMSUFDest'), share),
      ...(by.tpNF === '0' && ipiIsCharged(item.CSTIPI ?? undefined)
        ? { ipi: { vBC: partOf(item.vBCIPI ?? 0, share), vIPI: partOf(item.vIPI ?? 0, share) } }
        : {}),
    },
  }
}

/** Smallest quantity that the layout has (qCom). */
const LEAST = decimal('0.0001')

/** Of a quantity what goes back now, as exact as the layout has it. */
function pieceOf(quantity: Amount, { of, comes }: Share): Decimal {
  const piece = decimal(quantity).times(comes).div(of).round(4, 'half-up')
  return piece.lt(LEAST) ? LEAST : piece
}

/** Their price; where a quantity that was rounded would not come to the value by it (rule 629), the one that does. */
function priceOf({ vUnCom }: NfeItem, qCom: Decimal, vProd: Decimal): Amount {
  const off = roundHalfUp(qCom.times(vUnCom)).minus(vProd).abs()
  return off.lte('0.01') ? vUnCom : vProd.div(qCom).round(10, 'half-up')
}

/** Situations of goods under substitution, by us or before. */
const WITHHELD: ReadonlySet<string> = new Set(['10', '30', '60', '70', '201', '202', '203', '500'])
/** Situations whose group a return of the normal regime writes as it was; any other is 90. */
const KEPT: ReadonlySet<string> = new Set(['00', '10', '20', '30', '40', '41', '50', '51', '60', '70', '90'])

/** The situation of goods that go back: as theirs (90 where theirs is of the other regime), of Simples 900; withheld before stays so. */
function situation(code: string, { CRT }: MirroredBy): string {
  const before = code === '60' || code === '500'
  if (isSimples(CRT)) return before ? '500' : '900'
  return before ? '60' : KEPT.has(code) ? code : '90'
}

/** IPI of what came is told apart, as of who may not charge it (`vIPIDevol`); of what we sold it is the entry's own. */
function ipiOf(
  { CSTIPI, vIPI }: NfeItem,
  share: Share,
  { tpNF }: MirroredBy,
): Pick<MirroredItem, 'cstIPI' | 'vIPIDevol' | 'pDevol'> {
  if (tpNF === '0') return CSTIPI === null ? {} : { cstIPI: ENTRY_OF[CSTIPI] ?? CSTIPI }
  const back = partOf(vIPI ?? 0, share)
  if (back.isZero()) return {}
  const pDevol = decimal(share.comes).times(100).div(share.of).round(2, 'half-up')
  return { vIPIDevol: back, pDevol }
}

/** IPI of an exit as that of the entry that takes it back (table of CST-IPI). */
const ENTRY_OF: Readonly<Record<string, string>> = {
  '50': '00',
  '51': '01',
  '52': '02',
  '53': '03',
  '54': '04',
  '55': '05',
  '99': '49',
}

const difalOf = (node: unknown, share: Share): { readonly difal?: Figures } =>
  isElement(node) ? { difal: shared(node, share) } : {}

/** A group's elements: amounts and quantities are shared, rates and codes stay. */
function shared(node: unknown, share: Share): Figures {
  if (!isElement(node)) return {}
  const names = Object.keys(node).filter((name) => !OWN.has(name) && !name.startsWith('@') && !name.startsWith('#'))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(node, name)
      if (value === null) return []
      return [[name, /^[vq][A-Z]/.test(name) ? partOf(value, share).toFixed(2) : value] as const]
    }),
  )
}

/** What the item itself says of its ICMS. */
const OWN: ReadonlySet<string> = new Set(['orig', 'CST', 'CSOSN'])
