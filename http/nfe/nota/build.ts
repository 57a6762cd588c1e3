import { findUf } from '../../../core/br/uf'
import { contributorOf } from '../../../core/fields/cadastros/pessoas'
import { substituteIn } from '../../../core/fields/nfe/substitute'
import { checkNote } from '../../../core/fiscal/issue/check'
import { paymentsOf } from '../../../core/fiscal/issue/decide'
import { frozenFaults } from '../../../core/fiscal/issue/frozen'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import type { Note, NoteRecipient, UnpaidNote } from '../../../core/fiscal/issue/note'
import { noteItems, noteXml, type NoteXml } from '../../../core/fiscal/issue/note-xml'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { technicalIn } from '../../../core/fiscal/issue/technical'
import { CoreError } from '../../../core/errors'
import { decimal, sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { type TaxesOfCase, taxesOfCase, type TaxParties } from '../tributacao/rule-book'
import { openFacts } from '../../relatorios/own-facts'
import { type Nfe, nfe } from './nfe'
import { channelProblems, intermediaryOf, presenceOf } from './channel'
import { itemsOf, offProblems } from './items'
import { addressOf, partyOf } from './party'
import { placed } from './placed'
import { optional, text } from './said'
import { sourceOf } from './source/of'
import type { Source } from './source/source'

/** What a note has beside what its document says: its number and how it is issued. */
export interface Numbered {
  readonly serie: number
  readonly nNF: number
  readonly cNF: string
  readonly tpEmis: string
  /** Of contingency. */
  readonly dhCont?: string
  readonly xJust?: string
  /** Of a note that went out before it was authorised: when it was issued, and what it may not contradict. */
  readonly dhEmi?: string
  readonly left?: string
}

/** A note that is only looked at, or judged before a number is taken: its first number and any code will do. */
export const trialOf = ({ serie, nNF, cNF }: Nfe): Pick<Numbered, 'serie' | 'nNF' | 'cNF'> => ({
  serie: serie ?? 1,
  nNF: nNF ?? 1,
  cNF: cNF ?? '10203040',
})

/** A note ready to be signed, or why it is not. */
export interface Built {
  readonly source: Source
  readonly note: Note | undefined
  readonly made: NoteXml | undefined
  readonly problems: readonly Problem[]
}

/** The note of a document as it is now: parties, goods, taxes by the rules, payment. All that stands in the way is told at once. */
export async function buildNote(ctx: Ctx, record: Nfe, numbered: Numbered): Promise<Built> {
  const source = await sourceOf(ctx, record)
  const taxes = await taxesOf(ctx, record, source, numbered.dhEmi?.slice(0, 10))
  const { items, problems, infAdFisco } = itemsOf(source, taxes)
  const note = {
    ...headOf(ctx, record, source, numbered),
    ...factsOf(taxes.parties),
    ...optional({ infAdFisco, infCpl: await toldIn(ctx, record, source) }),
    items,
  }
  const whole = items.length === source.lines.length && items.length > 0
  const built = whole
    ? assembled(source, note)
    : { note: undefined, made: undefined, problems: source.lines.length === 0 ? [EMPTY] : [] }
  const rules = source.lines.map(({ mercadoria_id }) => taxes.goods.get(mercadoria_id)?.chosen?.rule.id)
  const { left } = numbered
  const frozen = left === undefined || !built.made ? [] : frozenFaults(left, built.made.xml)
  const all = [
    ...problems,
    ...referenceProblems(source, note),
    ...channelProblems(source),
    ...built.problems,
    ...frozen,
  ]
  return { ...built, source, problems: placed(source, all, rules) }
}

/**
 * The complementary information: what was written on the note and on its document, then what its company marked as printed among the own fields
 * of notes, each a paragraph. It is part of what is signed, for its paper says nothing that its XML does not (MOC, annex II); an issued note stays as it is.
 */
async function toldIn(ctx: Ctx, record: Nfe, { head }: Source): Promise<string | undefined> {
  const written = [text(record.infCpl), text(head.obs)].filter((each) => each !== undefined).join(' ')
  const own = (await openFacts(ctx, nfe, record)).map(([label, value]) => `${label}: ${value}`)
  return text([written, ...own].filter((each) => each !== '').join('; '))
}

const EMPTY: Problem = {
  message: 'A nota não tem itens.',
  place: { resource: 'venda', field: 'venda_mercadorias' },
}

/** What the operation asks beside the authorities' own rules, which speak of returns and complements. */
function referenceProblems({ operation }: Source, { finNFe, references = [] }: UnpaidNote): readonly Problem[] {
  if (!operation.exige_referencia || references.length > 0 || finNFe === '2' || finNFe === '4') return []
  const message = `A operação “${operation.descricao}” exige a nota referenciada: informe a chave dela.`
  return [{ message, place: { resource: 'nfe', field: 'referencias' } }]
}

/** What the rules say of the goods, to whom they go. */
async function taxesOf(ctx: Ctx, record: Nfe, source: Source, date = ctx.clock.today()): Promise<TaxesOfCase> {
  const { company, operation, partner, register, lines, converts, original } = source
  const mod = record.mod === 65 ? 65 : 55
  // What an NFC-e was of was handed over at the counter.
  const indPres = converts ? 1 : presenceOf(source, mod)
  const taxes = await taxesOfCase(
    ctx,
    {
      empresa_id: company.id,
      ...(partner === undefined ? {} : { partner: { register, id: Number(partner.id) } }),
      tipo_entrada_saida_id: operation.id,
      mod,
      ...(indPres === undefined ? {} : { indPres }),
      date,
    },
    lines.map(({ mercadoria_id }) => mercadoria_id),
  )
  // Goods come back the way that they went.
  const { destino = taxes.parties.destino, indFinal = taxes.parties.indFinal } = original ?? {}
  return { ...taxes, parties: { ...taxes.parties, destino, indFinal } }
}

const factsOf = ({ destino, indFinal, indPres }: TaxParties): Pick<Note, 'idDest' | 'indFinal' | 'indPres'> => ({
  idDest: `${destino}`,
  indFinal: indFinal ? '1' : '0',
  indPres: String(indPres),
})

/** Payment follows from the total, the total from the items. What cannot be computed is a problem like any other. */
function assembled(source: Source, base: UnpaidNote): Omit<Built, 'source'> {
  try {
    const items = noteItems(base)
    const paid = paymentsOf(source.converts ? [] : instalmentsOf(source), {
      finNFe: base.finNFe,
      ...optional({ forced: source.converts ? '90' : source.operation.tPag }),
      day: base.dhEmi.slice(0, 10),
      vNF: items.totals.vNF,
    })
    const note: Note = { ...base, payments: paid.payments, dues: paid.dues }
    const made = noteXml(note, items)
    return { note, made, problems: [...offProblems(source, made.taxes), ...checkNote(note, made)] }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return { note: undefined, made: undefined, problems: [{ message: error.message }] }
  }
}

function instalmentsOf({ operation, instalments }: Source) {
  if (operation.gera_financeiro === 'NAO_GERA') return []
  return instalments.map((one) => ({
    vDup: String(one.vDup),
    dVencimento: String(one.dVencimento),
    tPag: String(one.tPag),
    ...(text(one.cAut) === undefined ? {} : { cAut: String(one.cAut) }),
  }))
}

function recipientOf(record: Nfe, { partner, register, company }: Source): NoteRecipient | undefined {
  if (!partner) return undefined
  if (register === 'empresa' && partner.id === company.id) return { ...partyOf(partner), indIEDest: '1' }
  const { ISUF, email } = partner
  const party = partyOf(partner)
  const consumer = record.mod === 65
  // A consumer who is only a name at the till is nobody on the note.
  if (consumer && party.CNPJ_CPF === '') return undefined
  return {
    ...party,
    indIEDest: consumer ? '9' : String(contributorOf(partner)),
    ...optional({ ISUF, email }),
  }
}

function headOf(
  ctx: Ctx,
  record: Nfe,
  source: Source,
  numbered: Numbered,
): Omit<Note, 'payments' | 'items' | 'idDest' | 'indFinal' | 'indPres'> {
  const { company, operation, partner, delivery, carrier, head } = source
  const dest = recipientOf(record, source)
  return {
    mod: record.mod === 65 ? '65' : '55',
    serie: String(numbered.serie),
    nNF: String(numbered.nNF),
    cNF: numbered.cNF,
    tpEmis: numbered.tpEmis,
    ...optional({ dhCont: numbered.dhCont, xJust: numbered.xJust }),
    tpAmb: company.ambiente === 1 ? '1' : '2',
    dhEmi: numbered.dhEmi ?? stateTime(ctx.clock.now(), company.UF ?? ''),
    natOp: text(operation.natOp) ?? operation.descricao,
    tpNF: operation.tipo === 0 ? '0' : '1',
    finNFe: String(operation.finNFe),
    ...optional({ tpNFDebito: operation.tpNFDebito, tpNFCredito: operation.tpNFCredito }),
    references: referencesOf(record, source.original),
    emit: {
      ...partyOf({ ...company, xMun: source.xMun }),
      ...optional({ xFant: company.xFant, IM: company.IM, CNAE: company.CNAE }),
      ...optional({ IEST: substituteFor(source, dest) }),
      CRT: String(company.CRT),
      address: addressOf({ ...company, xMun: source.xMun }),
    },
    ...(dest === undefined ? {} : { dest }),
    ...(delivery === undefined || dest === undefined
      ? {}
      : { entrega: { ...partyOf({ ...partner, ...delivery }), address: addressOf(delivery) } }),
    ...(text(company.autXML) === undefined ? {} : { autXML: [String(company.autXML)] }),
    modFrete: String(head.tpFrete ?? 9),
    ...(carrier === undefined ? {} : { transporta: partyOf(carrier) }),
    ...volumesOf(source),
    ...technicalOf(source),
    ...intermediaryOf(source),
    ...(text(head.pedido) === undefined ? {} : { xPed: String(head.pedido) }),
  }
}

/** The registration as substitute in the state that goods go to, where the company has one there. */
function substituteFor({ company }: Source, dest: NoteRecipient | undefined): string | undefined {
  const to = findUf(dest?.address?.UF ?? '')?.sigla
  return to === undefined || to === company.UF ? undefined : substituteIn(company.IEST).get(to)
}

const technicalOf = ({ technical }: Source): Pick<Note, 'respTec'> => {
  const respTec = technicalIn(technical)
  return respTec === undefined ? {} : { respTec }
}

/** The note whose goods come back, and those that were typed. */
function referencesOf({ referencias }: Pick<Nfe, 'referencias'>, original: Source['original']): string[] {
  const typed = Array.isArray(referencias) ? referencias.filter((each) => typeof each === 'string') : []
  return [...new Set([...(original === undefined ? [] : [original.chNFe]), ...typed])]
}

function volumesOf({ head, lines }: Source): Pick<Note, 'volumes'> {
  const qVol = text(head.volumes)
  if (qVol === undefined) return {}
  const weighed = lines.every(({ pesoB }) => pesoB !== null)
  const pesoB = sum(lines.map(({ qTrib, pesoB: each }) => decimal(qTrib).times(each ?? 0)))
  return { volumes: [{ qVol, esp: 'VOLUME', ...(weighed ? { pesoB, pesoL: pesoB } : {}) }] }
}
