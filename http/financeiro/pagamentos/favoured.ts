import { sql } from 'drizzle-orm'
import { type Favoured, isPixCode } from '../../../core/banking/pagamento/favoured'
import { bareTaxId } from '../../../core/br/tax-id'
import { formatDate } from '../../../core/br/date-text'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Row } from '../../platform/resource'
import type { Item } from './item'

/** Who gets the money of payables: as registers say it now, and as it was frozen when it was approved. */

/** A payable and what is known of whom it is owed to. */
export interface Source extends Favoured {
  readonly id: number
  readonly empresa_id: number
  readonly fornecedor_id: number
  readonly tpConta: number
  readonly tpPagamento: number | null
  readonly vSaldo: string
  readonly dVencimento: string
  readonly isCancelled: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Payables by number. */
export async function sourcesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Source>> {
  const rows = await rowsOf(
    ctx,
    sql`select p.id, p.empresa_id, p.fornecedor_id, p."tpConta", p."tpPagamento", p."vSaldo"::text as "vSaldo", p."dVencimento"::text as "dVencimento",
          p."dhCancelamento" is not null as fim, p.linha_digitavel, p.pix, o."xNome", o."CNPJ_CPF", o."cBanco", o."xAgencia", o."xConta", o.pix_chave
        from contas_pagar p join fornecedor o on o.id = p.fornecedor_id where p.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), sourceOf(row)]))
}

function sourceOf(row: Row): Source {
  return {
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    fornecedor_id: Number(row.fornecedor_id),
    tpConta: Number(row.tpConta),
    tpPagamento: typeof row.tpPagamento === 'number' ? row.tpPagamento : null,
    vSaldo: String(row.vSaldo),
    dVencimento: String(row.dVencimento),
    isCancelled: row.fim === true,
    nome: text(row.xNome),
    documento: bareTaxId(text(row.CNPJ_CPF)),
    banco: text(row.cBanco),
    agencia: text(row.xAgencia),
    conta: text(row.xConta),
    pix: text(row.pix) || text(row.pix_chave),
    linha_digitavel: text(row.linha_digitavel),
  }
}

/** The way of a transfer, by whose bank it goes to. */
export function transferOf(forma: Item['forma'], fav: Pick<Favoured, 'banco'>, payer: string): Item['forma'] {
  if (forma !== 'ted' && forma !== 'credito') return forma
  return fav.banco === payer ? 'credito' : 'ted'
}

/** What an item keeps of whom it pays, from now on. */
export function frozenOf(item: Item, source: Source, payer: string): Item {
  const kept = (value: string): string | null => value || null
  // A key stands in the payable or in the supplier's register; a code only in the payable.
  const pix = item.forma === 'pix_qr' && !isPixCode(source.pix) ? '' : source.pix
  return {
    ...item,
    forma: transferOf(item.forma, source, payer),
    fav_xNome: kept(source.nome),
    fav_CNPJ_CPF: kept(source.documento),
    fav_cBanco: kept(source.banco),
    fav_xAgencia: kept(source.agencia),
    fav_xConta: kept(source.conta),
    fav_pix: kept(pix),
    linha_digitavel: kept(source.linha_digitavel),
    dVencimento: source.dVencimento,
  }
}

/** Whom an item pays, as it was frozen. */
export const favouredOf = (item: Item): Favoured => ({
  nome: item.fav_xNome ?? '',
  documento: item.fav_CNPJ_CPF ?? '',
  banco: item.fav_cBanco ?? '',
  agencia: item.fav_xAgencia ?? '',
  conta: item.fav_xConta ?? '',
  pix: item.fav_pix ?? '',
  linha_digitavel: item.linha_digitavel ?? '',
})

/** Bank data of suppliers that somebody changed not long ago. */
export interface Changed {
  readonly fornecedor_id: number
  readonly user_id: number | null
  readonly aviso: string
}

const DAYS = 30

/** Entries `a` of the trail that changed one of these columns of records within 30 days. */
const changesOf = (ctx: Ctx, recurso: string, ids: readonly number[], columns: readonly string[]) =>
  sql`a.recurso = ${recurso} and a.registro_id = any (${intArray(ids)}::int[]) and a.acao <> 'create' and a.dh >= ${ctx.clock.now()}::timestamptz - make_interval(days => ${DAYS})
      and exists (select from jsonb_array_elements(prumo_campos(a.campos, a.compacto)) c where c->>'campo' in (select jsonb_array_elements_text(${JSON.stringify(columns)}::jsonb)))`

/** The last change of bank data of each of these suppliers within 30 days, who made it and when. */
export async function changedLately(ctx: Ctx, suppliers: readonly number[]): Promise<readonly Changed[]> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct on (a.registro_id) a.registro_id, a.user_id, (a.dh at time zone 'America/Sao_Paulo')::date::text as dia, u.name
        from auditoria a left join "user" u on u.id = a.user_id where ${changesOf(ctx, 'fornecedor', suppliers, ['pix_chave', 'cBanco', 'xAgencia', 'xConta'])}
        order by a.registro_id, a.id desc`,
  )
  return rows.map((row) => ({
    fornecedor_id: Number(row.registro_id),
    user_id: typeof row.user_id === 'number' ? row.user_id : null,
    aviso: `Dados bancários mudados em ${formatDate(String(row.dia))}${typeof row.name === 'string' ? ` por ${row.name}` : ''}`,
  }))
}

/** Who changed whom payables are owed to, their Pix or their slip within 30 days: items take these when they are approved, and not when they are asked for. */
export async function redirectedBy(ctx: Ctx, payables: readonly number[]): Promise<readonly number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct a.user_id from auditoria a where ${changesOf(ctx, 'contas_pagar', payables, ['fornecedor_id', 'pix', 'linha_digitavel'])} and a.user_id is not null`,
  )
  return rows.map((row) => Number(row.user_id))
}
