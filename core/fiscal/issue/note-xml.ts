import { findUf } from '../../br/uf'
import { decimal, ZERO } from '../../money/decimal'
import { documentTotals, type DocumentTotals } from '../../tax/totals'
import type { ItemTaxes, TaxField } from '../../tax/types'
import { issueYear } from '../../tax/reform'
import { makeAccessKey } from '../access-key'
import { type Fault, writeXml } from '../layout/write'
import type { Branch } from '../layout/write'
import { nfeLayout, type NfeSet, nfeSetOn } from '../layout/nfe-layouts'
import { clean, digits, money, some, spread } from './clean'
import { writeItem } from './item-xml'
import type { Note, NoteAddress, NoteParty, NoteRecipient, UnpaidNote } from './note'
import { NFE_NAMESPACE, SYSTEM } from '../services/service'
import { taxIdName } from '../services/write-xml'
import { reformIsCharged, reformTotal } from './reform-xml'

/** What notes in the test environment have to call their recipient (MOC 7.0, rule E04-10). */
const TEST_NAME = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

/** What a note's items come to: all of it but number, payment and QR-Code follows from them. */
export interface NoteItems {
  readonly set: NfeSet
  readonly trees: readonly Branch[]
  readonly taxes: readonly ItemTaxes[]
  readonly totals: DocumentTotals
}

/** A note as it is signed: the exact text, its key, its figures, and what the layout does not allow of it. */
export interface NoteXml extends NoteItems {
  readonly xml: string
  readonly chNFe: string
  readonly faults: readonly Fault[]
}

/** The access key of a note (MOC 7.0, annex of chNFe). */
export function noteKey({ emit, dhEmi, mod, serie, nNF, tpEmis, cNF }: Note): string {
  const cUF = findUf(emit.address.UF)?.codigo ?? ''
  return makeAccessKey({ cUF, dhEmi, CNPJ_CPF: emit.CNPJ_CPF, mod, serie, nNF, tpEmis, cNF })
}

/**
 * The items of a note in the layout in force on its day, or in the one that is named: the taxes of each, and the totals as sums of them. Throws CoreError for rates and
 * codes that cannot be computed.
 */
export function noteItems(note: UnpaidNote, set: NfeSet = nfeSetOn(note.dhEmi)): NoteItems {
  const layout = nfeLayout(set)
  const written = note.items.map((item, index) => writeItem(layout, note, item, index + 1))
  const taxes = written.map((each) => each.taxes)
  return { set, trees: written.map((each) => each.tree), taxes, totals: totalsOf(note, taxes) }
}

/**
 * The XML of a note of these items, elements in the layout's order, without signature and QR-Code. `faults` tells what the layout refuses. Throws as `noteItems`, which
 * it calls where they are not given.
 */
export function noteXml(note: Note, items: NoteItems = noteItems(note)): NoteXml {
  const { set, trees, taxes, totals } = items
  const chNFe = noteKey(note)
  const tree: Branch = {
    infNFe: {
      '@versao': '4.00',
      '@Id': `NFe${chNFe}`,
      ide: head(note, chNFe),
      emit: emitter(note),
      dest: note.dest && recipient(note, note.dest),
      retirada: place(note.retirada),
      entrega: place(note.entrega),
      autXML: note.autXML?.map(taxIdOf),
      det: trees,
      total: total(note, taxes, totals),
      transp: transport(note),
      cobr: bill(note),
      pag: payment(note),
      infIntermed: between(note),
      infAdic: texts(note),
      exporta: note.exporta && { ...note.exporta },
      compra: clean(note.xPed, 60) === undefined ? undefined : { xPed: clean(note.xPed, 60) },
      infRespTec: note.respTec && { ...note.respTec },
    },
    infNFeSupl: note.supl && { ...note.supl },
  }
  const { xml, faults } = writeXml(nfeLayout(set), 'NFe', 'TNFe', tree, NFE_NAMESPACE)
  return { ...items, xml, chNFe, faults }
}

/** The buyer was not there: rule 434. At the counter nothing is asked, and elsewhere nothing may be said (435). */
const isDistant = ({ indPres }: Note): boolean => ['2', '3', '4', '9'].includes(indPres)

/** The marketplace of a sale at a distance. */
const between = (note: Note): Branch | undefined =>
  note.intermediary && isDistant(note)
    ? { CNPJ: note.intermediary.CNPJ, idCadIntTran: clean(note.intermediary.idCadIntTran, 60) }
    : undefined

function head(note: Note, chNFe: string): Branch {
  const { emit, references = [] } = note
  return {
    cUF: findUf(emit.address.UF)?.codigo,
    cNF: note.cNF,
    natOp: clean(note.natOp, 60),
    mod: note.mod,
    serie: note.serie,
    nNF: note.nNF,
    dhEmi: note.dhEmi,
    dhSaiEnt: note.mod === '55' ? note.dhSaiEnt : undefined,
    tpNF: note.tpNF,
    idDest: note.idDest,
    cMunFG: emit.address.cMun,
    tpImp: note.mod === '65' ? '4' : '1',
    tpEmis: note.tpEmis,
    cDV: chNFe.slice(-1),
    tpAmb: note.tpAmb,
    finNFe: note.finNFe,
    tpNFDebito: note.tpNFDebito,
    tpNFCredito: note.tpNFCredito,
    indFinal: note.indFinal,
    indPres: note.indPres,
    // Since NT 2020.006 whoever sells at a distance says whether a marketplace stands between.
    indIntermed: isDistant(note) ? (note.intermediary ? '1' : '0') : undefined,
    procEmi: '0',
    verProc: SYSTEM,
    dhCont: note.dhCont,
    xJust: clean(note.xJust, 256),
    NFref: references.length === 0 ? undefined : references.map((refNFe) => ({ refNFe })),
  }
}

const taxIdOf = (id: string): Branch => ({ [taxIdName(id)]: id })

function address(at: NoteAddress): Branch {
  const foreign = at.UF === 'EX'
  return {
    xLgr: clean(at.xLgr, 60),
    nro: clean(at.nro, 60) ?? 'S/N',
    xCpl: clean(at.xCpl, 60),
    xBairro: clean(at.xBairro, 60),
    cMun: foreign ? '9999999' : at.cMun,
    xMun: foreign ? 'EXTERIOR' : clean(at.xMun, 60),
    UF: at.UF,
    CEP: digits(at.CEP),
    cPais: at.cPais ?? (foreign ? undefined : '1058'),
    xPais: clean(at.xPais, 60) ?? (foreign ? undefined : 'BRASIL'),
    fone: phone(at.fone),
  }
}

function phone(text: string | undefined): string | undefined {
  const plain = digits(text)
  return plain !== undefined && plain.length >= 6 ? plain.slice(-14) : undefined
}

const registration = (IE: string | undefined): string | undefined => {
  const plain = IE?.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return plain === '' ? undefined : plain
}

function emitter({ emit }: Note): Branch {
  return {
    ...taxIdOf(emit.CNPJ_CPF),
    xNome: clean(emit.xNome, 60),
    xFant: clean(emit.xFant, 60),
    enderEmit: address(emit.address),
    IE: registration(emit.IE),
    IEST: registration(emit.IEST),
    ...(clean(emit.IM, 15) === undefined ? {} : { IM: clean(emit.IM, 15), CNAE: digits(emit.CNAE) }),
    CRT: emit.CRT,
  }
}

/** A consumer of an NFC-e may have no address, and no name either. */
function recipient(note: Note, dest: NoteRecipient): Branch {
  const id = dest.CNPJ_CPF === '' ? { idEstrangeiro: clean(dest.idEstrangeiro, 20) ?? '' } : taxIdOf(dest.CNPJ_CPF)
  return {
    ...id,
    xNome: note.tpAmb === '2' ? TEST_NAME : clean(dest.xNome, 60),
    enderDest: dest.address && address(dest.address),
    indIEDest: dest.indIEDest,
    IE: dest.indIEDest === '1' ? registration(dest.IE) : undefined,
    ISUF: digits(dest.ISUF),
    email: clean(dest.email, 60),
  }
}

function place(party: NoteParty | undefined): Branch | undefined {
  if (party?.address === undefined) return undefined
  return {
    ...taxIdOf(party.CNPJ_CPF),
    xNome: clean(party.xNome, 60),
    ...address(party.address),
    IE: registration(party.IE),
  }
}

/** Totals as sums of what the items say (rejections 531 to 610). */
function totalsOf(note: UnpaidNote, taxes: readonly ItemTaxes[]): DocumentTotals {
  const items = note.items.map((item, index) => {
    const values = { ...taxes[index]?.values }
    if (!reformIsCharged(item.cstIBSCBS)) delete values['IBSCBS.vBC']
    if (values.vICMSDeson?.isZero()) delete values.vICMSDeson
    const { vDesc, vFrete, vSeg, vOutro, vIPIDevol } = item
    const amounts = {
      vDesc: vDesc ?? 0,
      vFrete: vFrete ?? 0,
      vSeg: vSeg ?? 0,
      vOutro: vOutro ?? 0,
      vIPIDevol: vIPIDevol ?? 0,
    }
    const { indDeduzDeson } = item.tax
    return { ...values, ...amounts, ...(indDeduzDeson === undefined ? {} : { indDeduzDeson }) }
  })
  return documentTotals(items, issueYear({ date: note.dhEmi.slice(0, 10) }) ?? 0)
}

function total(note: Note, taxes: readonly ItemTaxes[], totals: DocumentTotals): Branch {
  const sum = (name: TaxField) => taxes.reduce((all, { values }) => all.plus(values[name] ?? ZERO), ZERO)
  const hasDifal = taxes.some(({ values }) => values.vICMSUFDest !== undefined)
  const reform = note.items.some(({ cstIBSCBS }) => cstIBSCBS !== undefined)
  const selective = note.items.some(({ cstIS }) => cstIS !== undefined)
  const difal = hasDifal
    ? {
        vFCPUFDest: money(totals.vFCPUFDest),
        vICMSUFDest: money(totals.vICMSUFDest),
        vICMSUFRemet: money(totals.vICMSUFRemet),
      }
    : {}
  const { vBC, vICMS, vICMSDeson, vFCP, vBCST, vST, vFCPST, vFCPSTRet, vProd, vFrete, vSeg, vDesc, vII, vIPI } = totals
  const { vIPIDevol, vPIS, vCOFINS, vOutro, vNF } = totals
  const plain = { vBC, vICMS, vICMSDeson, vFCP, vBCST, vST, vFCPST, vFCPSTRet, vProd, vFrete, vSeg, vDesc, vII, vIPI }
  const rest = { vIPIDevol, vPIS, vCOFINS, vOutro, vNF }
  const icms = Object.fromEntries(Object.entries({ ...plain, ...rest }).map(([name, value]) => [name, money(value)]))
  const sums = { vDifUF: sum('vDifIBSUF'), vDifMun: sum('vDifIBSMun'), vDifCBS: sum('vDifCBS') }
  return {
    ICMSTot: { ...icms, ...difal },
    ISTot: selective ? { vIS: money(totals.vIS) } : undefined,
    IBSCBSTot: reform ? reformTotal({ ...totals, ...sums }) : undefined,
    vNFTot: reform ? some(totals.vNFTot) : undefined,
  }
}

function transport({ mod, modFrete, transporta, plate, volumes = [] }: Note): Branch {
  if (mod === '65') return { modFrete: '9' }
  const carrier = modFrete === '9' ? undefined : transporta
  return {
    modFrete,
    transporta: carrier && {
      ...(carrier.CNPJ_CPF === '' ? {} : taxIdOf(carrier.CNPJ_CPF)),
      xNome: clean(carrier.xNome, 60),
      IE: registration(carrier.IE),
      xEnder: clean(carrier.address && `${carrier.address.xLgr} ${carrier.address.nro}`, 60),
      xMun: clean(carrier.address?.xMun, 60),
      UF: carrier.address?.UF,
    },
    veicTransp: plate && { ...plate },
    vol:
      volumes.length === 0
        ? undefined
        : volumes.map(({ pesoL, pesoB, ...texts }) => ({
            ...texts,
            pesoL: pesoL === undefined ? undefined : spread(pesoL, 3, 3),
            pesoB: pesoB === undefined ? undefined : spread(pesoB, 3, 3),
          })),
  }
}

/** Bill and instalments, of what is paid later alone (rule 853); an NFC-e has none (rule 760). */
function bill({ mod, dues = [], nFat, nNF }: Note): Branch | undefined {
  if (mod === '65' || dues.length === 0) return undefined
  const sum = money(dues.reduce((all, { vDup }) => all.plus(vDup), decimal(0)))
  return {
    fat: { nFat: clean(nFat, 60) ?? nNF, vOrig: sum, vLiq: sum },
    dup: dues.map(({ nDup, dVenc, vDup }) => ({ nDup: nDup.padStart(3, '0'), dVenc, vDup: money(vDup) })),
  }
}

function payment({ payments, vTroco }: Note): Branch {
  return {
    detPag: payments.map(({ tPag, vPag, indPag, xPag, card }) => ({
      indPag: tPag === '90' ? undefined : indPag,
      tPag,
      xPag: tPag === '99' ? (clean(xPag, 60) ?? 'Outros') : undefined,
      vPag: money(vPag),
      card: card && { ...card },
    })),
    vTroco: some(vTroco),
  }
}

function texts({ infAdFisco, infCpl }: Note): Branch | undefined {
  const fiscal = clean(infAdFisco, 2_000)
  const free = clean(infCpl, 5_000)
  return fiscal === undefined && free === undefined ? undefined : { infAdFisco: fiscal, infCpl: free }
}
