import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { bareTaxId } from '../../../core/br/tax-id'
import type { Guide, GuideItem } from '../../../core/fiscal/gnre/guide'
import { findRule, type StateRule } from '../../../core/fiscal/gnre/rules'
import { emitterOf, fitted, townOf } from '../../../core/fiscal/gnre/note-taxes'
import { type Decimal, decimal, sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { extraFields } from './draft'
import type { Gnre } from './gnre'

/** What the company is told by the environment of its fiscal documents. */
export type Environment = '1' | '2'

/** Who pays guides, and in which environment. */
export interface Payer {
  readonly emitente: NonNullable<Guide['contribuinteEmitente']>
  readonly CNPJ_CPF: string
  readonly tpAmb: Environment
}

/** The company as whoever pays its guides. */
export async function payerOf(ctx: Ctx, empresa_id: number): Promise<Payer> {
  const [row = {}] = await rowsOf(
    ctx,
    sql`select "CNPJ_CPF", "xNome", "xLgr", nro, "cMun", "UF", "CEP", fone, ambiente from empresa where id = ${empresa_id}`,
  )
  const at = (name: string): string => (row[name] === null || row[name] === undefined ? '' : String(row[name]))
  const CNPJ_CPF = bareTaxId(at('CNPJ_CPF'))
  const address = [at('xLgr'), at('nro')].filter((one) => one !== '').join(', ')
  const party = { id: CNPJ_CPF, name: at('xNome'), address, cMun: at('cMun'), CEP: at('CEP'), fone: at('fone') }
  return { emitente: { ...emitterOf(party), uf: at('UF') }, CNPJ_CPF, tpAmb: row.ambiente === 1 ? '1' : '2' }
}

type Told<T> = { readonly [K in keyof T]?: NonNullable<T[K]> }

const present = <T extends object>(value: T): Told<T> =>
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what is null is taken out, no more
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined)) as Told<T>

/** A guide as its lot tells it, with what its state asks where that is known. */
export function guideOf(record: Gnre, { emitente }: Payer, rules: readonly StateRule[]): Guide {
  const { dPagamento, ufFavorecida, id } = record
  return {
    ufFavorecida,
    tipoGnre: '0',
    contribuinteEmitente: emitente,
    itens: [itemOf(record, findRule(rules, ufFavorecida, record.receita))],
    ...(dPagamento === null ? {} : { dataPagamento: dPagamento }),
    identificadorGuia: String(id),
  }
}

/** Values by the kinds that the layout gives them. */
const KINDS = [
  ['11', 'vPrincipal'],
  ['12', 'vFCP'],
  ['31', 'vMulta'],
  ['41', 'vJuros'],
] as const

/** What totals are made of: of the tax, and of the poverty fund. */
const TOTALS = [
  ['21', ['vPrincipal', 'vMulta', 'vJuros']],
  ['22', ['vFCP']],
] as const

/** The values of a guide: its parts, their totals, or both, as the state asks (`valorExigido`). */
function valuesOf(record: Gnre, asked: string | undefined): GuideItem['valores'] {
  const told = (tipo: string, value: Decimal) => (value.sign() > 0 ? [{ tipo, valor: value.toFixed(2) }] : [])
  const parts = KINDS.flatMap(([tipo, name]) => told(tipo, decimal(record[name])))
  if (asked !== 'T' && asked !== 'A') return parts
  const totals = TOTALS.flatMap(([tipo, names]) => told(tipo, sum(names.map((name) => record[name]))))
  return asked === 'T' ? totals : [...parts, ...totals]
}

function itemOf(record: Gnre, rule: StateRule | undefined): GuideItem {
  const { tpDocOrigem, nDocOrigem, camposExtras, parcela } = record
  const { detalhamentoReceita, produto, convenio } = record
  const dataVencimento = rule?.exigeVencimento === false ? null : record.dVencimento
  const extras = v.safeParse(extraFields, camposExtras)
  const referencia = referenceOf(record)
  const receiver = receiverOf(record)
  return {
    receita: record.receita,
    ...present({ detalhamentoReceita, produto, convenio, dataVencimento }),
    ...(tpDocOrigem === null || nDocOrigem === null
      ? {}
      : { documentoOrigem: { tipo: tpDocOrigem, numero: nDocOrigem } }),
    ...(referencia || parcela !== null
      ? { referencia: { ...referencia, ...(parcela === null ? {} : { parcela: String(parcela) }) } }
      : {}),
    valores: valuesOf(record, rule?.valorExigido),
    ...(receiver ? { contribuinteDestinatario: receiver } : {}),
    ...(extras.success && extras.output.length > 0 ? { camposExtras: extras.output } : {}),
  }
}

function referenceOf({ periodo, dReferencia }: Gnre): GuideItem['referencia'] {
  if (periodo === null && dReferencia === null) return undefined
  return {
    ...(periodo === null ? {} : { periodo: String(periodo) }),
    ...(dReferencia === null ? {} : { mes: dReferencia.slice(5, 7), ano: dReferencia.slice(0, 4) }),
  }
}

function receiverOf({ CNPJ_CPF_dest, xDest, cMun_dest }: Gnre): GuideItem['contribuinteDestinatario'] {
  const id = bareTaxId(CNPJ_CPF_dest ?? '')
  if (id === '') return undefined
  return {
    identificacao: id.length === 11 ? { CPF: id } : { CNPJ: id },
    ...(xDest === null ? {} : { razaoSocial: fitted(xDest) }),
    ...(cMun_dest === null ? {} : { municipio: townOf(String(cMun_dest)) }),
  }
}

/** A guide of a note as the columns of its record; due on a day where its state asks none. */
export function columnsOf(
  { ufFavorecida, itens, dataPagamento }: Guide,
  { cMun_dest, day }: { readonly cMun_dest: number | null; readonly day: string },
): Row {
  const [item] = itens
  if (!item) throw new Error('A guide has an item.')
  const { documentoOrigem: origin, referencia, contribuinteDestinatario: receiver } = item
  const valued = (tipo: string) => item.valores.find((one) => one.tipo === tipo)?.valor ?? '0'
  const { mes, ano } = referencia ?? {}
  return {
    ufFavorecida,
    receita: item.receita,
    tpDocOrigem: origin?.tipo ?? null,
    nDocOrigem: origin?.numero ?? null,
    periodo: referencia?.periodo === undefined ? null : Number(referencia.periodo),
    dReferencia: mes === undefined || ano === undefined ? null : `${ano}-${mes}-01`,
    dVencimento: item.dataVencimento ?? dataPagamento ?? day,
    dPagamento: dataPagamento ?? null,
    vPrincipal: valued('11'),
    vFCP: valued('12'),
    valorGNRE: sum([valued('11'), valued('12')]).toFixed(2),
    CNPJ_CPF_dest: receiver?.identificacao.CNPJ ?? receiver?.identificacao.CPF ?? null,
    xDest: receiver?.razaoSocial ?? null,
    cMun_dest: receiver ? cMun_dest : null,
  }
}
