import { contributorOf } from '../../../core/fields/cadastros/pessoas'
import { checkNote } from '../../../core/fiscal/issue/check'
import { missingCfop, paymentsOf } from '../../../core/fiscal/issue/decide'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import type { Note, NoteAddress, NoteItem, NoteParty, NoteRecipient, UnpaidNote } from '../../../core/fiscal/issue/note'
import { noteItems, noteXml, type NoteXml } from '../../../core/fiscal/issue/note-xml'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { formatCurrency } from '../../../core/br/number'
import { technicalIn } from '../../../core/fiscal/issue/technical'
import { CoreError } from '../../../core/errors'
import { type Amount, decimal, sum, ZERO } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import type { ItemTaxes } from '../../../core/tax/types'
import type { Ctx } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { type GoodsTax, type TaxesOfCase, taxesOfCase, type TaxParties } from '../tributacao/rule-book'
import type { Nfe } from './nfe'
import { placed } from './placed'
import { type Source, type SourceLine, sourceOf } from './source'

/** What a note has beside what its document says: its number and how it is issued. */
export interface Numbered {
  readonly serie: number
  readonly nNF: number
  readonly cNF: string
  readonly tpEmis: string
  /** Of contingency. */
  readonly dhCont?: string
  readonly xJust?: string
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

const text = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/** The note of a document as it is now: parties, goods, taxes by the rules, payment. All that stands in the way is told at once. */
export async function buildNote(ctx: Ctx, record: Nfe, numbered: Numbered): Promise<Built> {
  const source = await sourceOf(ctx, record)
  const taxes = await taxesOf(ctx, record, source)
  const { items, problems, infAdFisco } = itemsOf(source, taxes)
  const note = {
    ...headOf(ctx, record, source, numbered),
    ...factsOf(taxes.parties),
    ...optional({ infAdFisco }),
    items,
  }
  const whole = items.length === source.lines.length && items.length > 0
  const built = whole
    ? assembled(source, note)
    : { note: undefined, made: undefined, problems: source.lines.length === 0 ? [EMPTY] : [] }
  const rules = source.lines.map(({ mercadoria_id }) => taxes.goods.get(mercadoria_id)?.chosen?.rule.id)
  const all = [...problems, ...referenceProblems(source, note), ...built.problems]
  return { ...built, source, problems: placed(source, all, rules) }
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
const taxesOf = (ctx: Ctx, record: Nfe, { company, operation, partner, head, lines, converts }: Source) =>
  taxesOfCase(
    ctx,
    {
      empresa_id: company.id,
      cliente_id: Number(partner?.id ?? head.cliente_id),
      tipo_entrada_saida_id: operation.id,
      mod: record.mod === 65 ? 65 : 55,
      // What an NFC-e was of was handed over at the counter.
      ...(converts ? { indPres: 1 } : {}),
      date: ctx.clock.today(),
    },
    lines.map(({ mercadoria_id }) => mercadoria_id),
  )

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

function addressOf(row: Row): NoteAddress {
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

/** Of values those that are there, as text. */
function optional<K extends string>(values: Readonly<Record<K, unknown>>): Partial<Record<K, string>> {
  const there = Object.entries(values).filter(([, value]) => text(value) !== undefined)
  // Names of the same record.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(there.map(([name, value]) => [name, String(value)])) as Partial<Record<K, string>>
}

const partyOf = (row: Row): NoteParty => ({
  CNPJ_CPF: text(row.CNPJ_CPF) ?? '',
  xNome: text(row.xNome) ?? '',
  ...optional({ IE: row.IE }),
  ...(text(row.xLgr) === undefined ? {} : { address: addressOf(row) }),
})

function recipientOf(record: Nfe, partner: Row | undefined): NoteRecipient | undefined {
  if (!partner) return undefined
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
  const dest = recipientOf(record, partner)
  const infCpl = [text(record.infCpl), text(head.obs)].filter((each) => each !== undefined).join(' ')
  return {
    mod: record.mod === 65 ? '65' : '55',
    serie: String(numbered.serie),
    nNF: String(numbered.nNF),
    cNF: numbered.cNF,
    tpEmis: numbered.tpEmis,
    ...optional({ dhCont: numbered.dhCont, xJust: numbered.xJust }),
    tpAmb: company.ambiente === 1 ? '1' : '2',
    dhEmi: stateTime(ctx.clock.now(), company.UF ?? ''),
    natOp: text(operation.natOp) ?? operation.descricao,
    tpNF: operation.tipo === 0 ? '0' : '1',
    finNFe: String(operation.finNFe),
    ...optional({ tpNFDebito: operation.tpNFDebito, tpNFCredito: operation.tpNFCredito }),
    references: referencesOf(record),
    emit: {
      ...partyOf({ ...company, xMun: source.xMun }),
      ...optional({ xFant: company.xFant, IM: company.IM, CNAE: company.CNAE }),
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
    ...(infCpl === '' ? {} : { infCpl }),
    ...technicalOf(source),
    ...(text(head.pedido) === undefined ? {} : { xPed: String(head.pedido) }),
  }
}

const technicalOf = ({ technical }: Source): Pick<Note, 'respTec'> => {
  const respTec = technicalIn(technical)
  return respTec === undefined ? {} : { respTec }
}

export const referencesOf = ({ referencias }: Pick<Nfe, 'referencias'>): string[] =>
  Array.isArray(referencias) ? referencias.filter((each): each is string => typeof each === 'string') : []

function volumesOf({ head, lines }: Source): Pick<Note, 'volumes'> {
  const qVol = text(head.volumes)
  if (qVol === undefined) return {}
  const weighed = lines.every(({ pesoB }) => pesoB !== null)
  const pesoB = sum(lines.map(({ qTrib, pesoB: each }) => decimal(qTrib).times(each ?? 0)))
  return { volumes: [{ qVol, esp: 'VOLUME', ...(weighed ? { pesoB, pesoL: pesoB } : {}) }] }
}

/** Taxes that the sale charges and the note would not, or otherwise: without them what is paid is not what the note comes to. */
function offProblems({ lines }: Source, taxes: readonly ItemTaxes[]): readonly Problem[] {
  return lines.flatMap((line, index) => {
    const values = taxes[index]?.values ?? {}
    const st = (values.vICMSST ?? ZERO).plus(values.vFCPST ?? ZERO)
    const told = (tax: string, sold: Amount, due: Amount, field: string): readonly Problem[] =>
      decimal(sold).eq(due)
        ? []
        : [
            {
              nItem: index + 1,
              message: `Item ${index + 1} (${line.xProd}): ${tax} da venda é ${formatCurrency(sold)}, e pela regra de tributação é ${formatCurrency(due)}.`,
              place: { resource: 'tributacao', field },
            },
          ]
    return [...told('o IPI', line.vIPI, values.vIPI ?? ZERO, 'cstIPI'), ...told('a ST', line.vST, st, 'pICMSST')]
  })
}

interface Items {
  readonly items: readonly NoteItem[]
  readonly problems: readonly Problem[]
  /** What the rules have the note say, each text once. */
  readonly infAdFisco: string
}

/** Goods with their taxes by the rules and their CFOP by the operation; a line without either is a problem and no item. */
function itemsOf({ operation, head, lines, converts }: Source, { parties, goods }: TaxesOfCase): Items {
  const freight = apportion(
    decimal(String(head.vFrete ?? 0)),
    lines.map(({ vLiquido }) => vLiquido),
  )
  const found = lines.map((line, index) =>
    itemOf(
      { line, taxed: goods.get(line.mercadoria_id), vFrete: freight[index] ?? ZERO, converts },
      operation.descricao,
      parties,
    ),
  )
  const texts = found.flatMap((one) => ('item' in one && one.says !== undefined ? [one.says] : []))
  return {
    items: found.flatMap((one) => ('item' in one ? [one.item] : [])),
    problems: found.flatMap((one, index) =>
      'item' in one
        ? []
        : [
            {
              ...one.problem,
              nItem: index + 1,
              message: `Item ${index + 1} (${lines[index]?.xProd}): ${one.problem.message}`,
            },
          ],
    ),
    infAdFisco: [...new Set(texts)].join(' '),
  }
}

interface Taxed {
  readonly line: SourceLine
  readonly taxed: GoodsTax | undefined
  readonly vFrete: Amount
  readonly converts: boolean
}

type Found = { readonly item: NoteItem; readonly says: string | undefined } | { readonly problem: Problem }

function itemOf({ line, taxed, vFrete, converts }: Taxed, operation: string, parties: TaxParties): Found {
  const chosen = taxed?.chosen
  const rule = chosen?.rule
  const taxCode = text(rule?.taxCode)
  if (!taxed || !chosen || taxCode === undefined)
    return {
      problem: {
        message: 'não há regra de tributação com CST ou CSOSN para este caso.',
        place: { resource: 'tributacao', field: 'taxCode' },
      },
    }
  const [cstPIS, cstCOFINS] = [text(rule?.cstPIS), text(rule?.cstCOFINS)]
  if (cstPIS === undefined || cstCOFINS === undefined)
    return {
      problem: {
        message: `a regra “${String(rule?.descricao)}” não diz o CST do PIS e da COFINS.`,
        place: { resource: 'tributacao', field: 'cstPIS' },
      },
    }
  const CFOP = converts ? `${parties.destino === 2 ? '6' : '5'}929` : taxed.CFOP
  if (CFOP === undefined)
    return {
      problem: missingCfop(operation, {
        origem: taxed.origem,
        st: chosen.st,
        destino: parties.destino,
        contribuinte: parties.contribuinte === 9 ? 0 : 1,
      }),
    }
  const { taxCode: _, ...rates } = chosen.tax
  const { uTrib, fatorTrib } = taxed.goods
  const { cBenef, cstIPI, cEnq, cstIBSCBS, cstIS, cClassTribIS } = rule ?? {}
  return {
    item: {
      cProd: text(line.codigo) ?? String(line.mercadoria_id),
      xProd: line.xProd,
      NCM: line.NCM ?? '',
      ...optional({ CEST: line.CEST, cEAN: line.cEAN }),
      CFOP,
      uCom: text(line.un) ?? 'UN',
      qCom: line.qTrib,
      ...amountsOf(line),
      vFrete,
      ...(text(uTrib) === undefined || text(fatorTrib) === undefined
        ? {}
        : { uTrib: String(uTrib), qTrib: decimal(line.qTrib).times(String(fatorTrib)) }),
      origem: String(line.origem),
      taxCode,
      // What was agreed with the customer is what the note charges.
      tax: { ...rates, ...(text(cstIPI) === undefined ? {} : { pIPI: line.pIPI }) },
      cstPIS,
      cstCOFINS,
      ...optional({ cBenef, cstIPI, cEnq, cstIBSCBS, cClassTrib: chosen.cClassTrib, cstIS, cClassTribIS }),
    },
    says: text(rule?.xInfFisco),
  }
}

/** Price and goods before discounts, and what these take off; where rounding the net price made it dearer, the net price alone. */
function amountsOf({ qTrib, vUnTrib, vUnLiquido, vLiquido }: SourceLine): Pick<NoteItem, 'vUnCom' | 'vProd' | 'vDesc'> {
  const gross = decimal(qTrib).times(vUnTrib).round(2, 'half-up')
  const off = gross.minus(vLiquido)
  return off.sign() < 0 ? { vUnCom: vUnLiquido, vProd: vLiquido } : { vUnCom: vUnTrib, vProd: gross, vDesc: off }
}
