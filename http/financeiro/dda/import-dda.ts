import { sql } from 'drizzle-orm'
import type { DdaTaken } from '../../../core/banking/dda-taken'
import { rootOf } from '../../../core/banking/dda-match'
import type { TituloDda, VarreduraDda } from '../../../core/banking/pagamento/dda'
import { formatLine } from '../../../core/banking/boleto'
import { showTaxId } from '../../../core/br/tax-id'
import { DDA } from '../../../core/fields/financeiro/boleto-dda'
import { decimal, roundHalfUp } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import { type Ctx, rowsOf } from '../../platform/context'
import { fieldsThatDiffer } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { announce, insertMany, load, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { boletoDda, type Slip } from './boleto-dda'
import { matchSlips } from './match'
import { lockMatching, MOST_AT_ONCE } from './waiting'

/** A sweep of the DDA, read into the company's register: a slip that was here is the same record, whatever file tells it. */

export interface Incoming {
  readonly file: VarreduraDda
  readonly arquivo: string
}

/** As many differences are named. */
const MOST_NAMED = 50

/** A sweep is of the company, or of one of its branches that is no company here. Throws 400 `other_company`. */
async function assertOurs(ctx: Ctx, empresa_id: number, { pagador }: VarreduraDda): Promise<void> {
  const { CNPJ_CPF, xNome } = await load(ctx, empresa, empresa_id)
  if (pagador.documento === '' || pagador.documento === CNPJ_CPF || CNPJ_CPF === null) return
  const [other] = await rowsOf(ctx, sql`select 1 from empresa where "CNPJ_CPF" = ${pagador.documento}`)
  if (!other && rootOf(pagador.documento) === rootOf(CNPJ_CPF)) return
  throw badRequest(
    `O arquivo é de ${pagador.nome || 'outra empresa'} (${showTaxId(pagador.documento)}), e não de ${xNome}.`,
    'other_company',
  )
}

/** The cash account at the bank that tells it, where there is just one. */
async function accountAt(ctx: Ctx, empresa_id: number, banco: string): Promise<number | null> {
  const rows = await rowsOf(
    ctx,
    sql`select id from banco where empresa_id = ${empresa_id} and codigo = ${banco} order by id limit 2`,
  )
  return rows.length === 1 ? Number(rows[0]?.id) : null
}

const amount = (term: { readonly tipo: string; readonly valor: string } | null | undefined, cost: string): string =>
  term === null || term === undefined
    ? '0.00'
    : term.tipo === 'valor'
      ? decimal(term.valor).toFixed(2)
      : roundHalfUp(decimal(cost).times(term.valor).div(100)).toFixed(2)

const cut = (text: string, most: number): string | null => text.slice(0, most) || null

/** A slip as its columns. */
function columnsOf(one: TituloDda): Row {
  const [discount] = one.descontos
  const [issuer, seller] = [one.emissor.documento || null, one.sacador?.documento || null]
  return {
    issuerTaxId: issuer,
    xEmissor: cut(one.emissor.nome, 120),
    raiz: rootOf(issuer),
    sacadorTaxId: seller,
    xSacador: cut(one.sacador?.nome ?? '', 120),
    raiz_sacador: rootOf(seller),
    numero_documento: cut(one.numero_documento, 60),
    dueDate: one.dVencimento,
    issueDate: one.dEmissao,
    cost: decimal(one.valor).toFixed(2),
    vAbatimento: decimal(one.abatimento).toFixed(2),
    vDesconto: amount(discount, one.valor),
    dDesconto: discount?.data ?? null,
    vMulta: amount(one.multa, one.valor),
    vJurosDia: decimal(one.juros_dia).toFixed(2),
    mensagem: cut(one.mensagens.join(' '), 200),
    movimento: cut(one.movimento, 2),
  }
}

/** The last that a sweep says of each slip; those whose barcode is no good are left out. */
function slipsOf({ titulos }: VarreduraDda): ReadonlyMap<string, TituloDda> {
  return new Map(titulos.filter((one) => one.linha_digitavel !== '').map((one) => [one.codigo_barras, one]))
}

const changes = (before: Slip, values: Row): boolean =>
  fieldsThatDiffer(boletoDda.fields, { before, values }).length > 0

/** What people call a slip. */
const nameOf = ({ xEmissor, linha_digitavel }: Pick<Slip, 'xEmissor' | 'linha_digitavel'>): string =>
  xEmissor ?? formatLine(linha_digitavel)

const known = (ctx: Ctx, empresa_id: number, bars: readonly string[]) =>
  rowsOf(
    ctx,
    sql`select id from boleto_dda where empresa_id = ${empresa_id} and codigo_barras in (select jsonb_array_elements_text(${JSON.stringify(bars)}::jsonb))`,
  )

interface Sorted {
  readonly fresh: readonly Row[]
  readonly changed: readonly (Row & { readonly id: number })[]
  readonly before: readonly Slip[]
  readonly avisos: readonly string[]
}

/** What is new of a sweep, and what it changes of slips that are here. A refused one stays as it was; of a linked one that changed it is told. */
function sortSlips(slips: ReadonlyMap<string, TituloDda>, here: readonly Slip[], common: Row): Sorted {
  const byBar = new Map(here.map((one) => [one.codigo_barras, one]))
  const fresh: Row[] = []
  const changed: (Row & { id: number })[] = []
  const before: Slip[] = []
  const avisos: string[] = []
  for (const [bar, one] of slips) {
    const told = columnsOf(one)
    const own = byBar.get(bar)
    if (own === undefined)
      fresh.push({
        ...common,
        ...told,
        codigo_barras: bar,
        linha_digitavel: one.linha_digitavel,
        banco: one.banco,
      })
    else if (own.dhRecusa === null && changes(own, told)) {
      before.push(own)
      changed.push({ id: own.id, ...told, arquivo: common.arquivo })
      if (own.contas_pagar_id !== null && (!decimal(own.cost).eq(String(told.cost)) || own.dueDate !== told.dueDate))
        avisos.push(`O boleto de ${nameOf(own)} mudou no banco: confira a conta ligada, que não muda por si.`)
    }
  }
  return { fresh, changed, before, avisos }
}

/** Reads a sweep in. Throws 400 `other_company`, `too_many`. */
export async function importDda(ctx: Ctx, empresa_id: number, { file, arquivo }: Incoming): Promise<DdaTaken> {
  await assertOurs(ctx, empresa_id, file)
  const slips = slipsOf(file)
  if (slips.size > MOST_AT_ONCE) throw badRequest(`O arquivo traz mais de ${MOST_AT_ONCE} boletos.`, 'too_many')
  await lockMatching(ctx, [empresa_id])
  const ids = (await known(ctx, empresa_id, [...slips.keys()])).map((row) => Number(row.id))
  const here = await loadWhere(ctx, boletoDda, 'id', ids, { lock: true })
  const common = {
    empresa_id,
    banco_id: await accountAt(ctx, empresa_id, file.banco),
    arquivo: arquivo.slice(0, 200) || 'arquivo',
  }
  const { fresh, changed, before, avisos } = sortSlips(slips, here, common)
  const added = await insertMany(ctx, boletoDda, fresh)
  await updateMany(ctx, boletoDda, before, changed, 'varredura')
  const all = [...ids, ...added.map((one) => one.id)]
  const { ligados } = await matchSlips(ctx, all)
  if (all[0] !== undefined) await announce(ctx, boletoDda, all[0])
  return {
    banco: file.banco,
    boletos: slips.size,
    novos: added.length,
    alterados: changed.length,
    ligados,
    ...(await countsOf(ctx, all)),
    avisos: [...file.faltas, ...avisos].slice(0, MOST_NAMED),
  }
}

/** Of the slips of a file, how many wait, and how many are suspected. */
async function countsOf(ctx: Ctx, ids: readonly number[]): Promise<Pick<DdaTaken, 'aLigar' | 'fraudes'>> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where situacao = ${DDA.A_LIGAR})::int as "aLigar", count(*) filter (where situacao = ${DDA.FRAUDE})::int as fraudes
        from boleto_dda where id = any (${intArray(ids)}::int[])`,
  )
  return { aLigar: Number(row?.aLigar), fraudes: Number(row?.fraudes) }
}
