import { sql } from 'drizzle-orm'
import type { MatchKind } from '../../../core/fields/financeiro/extrato'
import { formatCurrency } from '../../../core/br/number'
import { type Amount, type Decimal, decimal, ZERO } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, insertRows, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { ApiError, badRequest, conflict, notFound } from '../../platform/errors'
import type { TitleRef } from '../title-kinds'
import { extratoBanco, extratoVinculo, type StatementLineRecord } from './extrato'

/** Matches of statement lines with facts: amounts of both that are consumed, under a lock, never beyond what is left of either. */

/** So much of a line is so much of what a fact did on the line's account. */
export interface Link {
  readonly linha_id: number
  readonly lancamento_id: number
  /** With the sign of the line; all that is left of it where nothing is said. */
  readonly valor?: Amount | undefined
  readonly tipo: MatchKind
  /** The match made the fact: undoing it reverses that. */
  readonly criado?: boolean
  readonly automatico?: boolean
  readonly score?: number | null
  readonly razoes?: readonly string[] | null
  readonly regra_id?: number
  readonly regra_versao?: number
  /** The title that it opened: undoing the match cancels it. */
  readonly contas_receber_id?: number
  readonly contas_pagar_id?: number
}

/** Lines that wait, locked in the order of their numbers. Throws 404, 409 where one is matched or ignored by now. */
export async function holdPending(ctx: Ctx, ids: readonly number[]): Promise<readonly StatementLineRecord[]> {
  const wanted = new Set(ids)
  const lines = await loadWhere(ctx, extratoBanco, 'id', [...wanted], { lock: true })
  if (lines.length < wanted.size || lines.some((one) => !ctx.actor.empresas.includes(one.empresa_id))) throw notFound()
  const gone = lines.find((one) => one.dhConciliacao !== null || one.dhIgnorada !== null)
  if (gone)
    throw conflict(
      `A linha ${gone.memo} já foi ${gone.dhIgnorada === null ? 'conciliada' : 'ignorada'} por outra pessoa ou em outra janela.`,
    )
  return lines
}

/** What is left to match of a line. */
export const restOf = ({ amount, vConciliado }: Pick<StatementLineRecord, 'amount' | 'vConciliado'>): Decimal =>
  decimal(amount).minus(vConciliado)

/** What facts did on an account that no line has: gross and fee of one fact are one amount. */
export async function factRests(
  ctx: Ctx,
  banco_id: number,
  facts: readonly number[],
): Promise<ReadonlyMap<number, Decimal>> {
  const rows = await rowsOf(
    ctx,
    sql`select c.lancamento_id, (sum(c."vLancamento") - coalesce((select sum(v.valor) from extrato_vinculo v
          where v.lancamento_id = c.lancamento_id and v.banco_id = c.banco_id and v."dhDesfeito" is null), 0))::text as rest
        from caixa_lancamento c join lancamento n on n.id = c.lancamento_id
        where c.banco_id = ${banco_id} and c.lancamento_id = any (${intArray(facts)}::int[]) and n."dhDesfeito" is null
        group by c.lancamento_id, c.banco_id`,
  )
  return new Map(rows.map((row) => [Number(row.lancamento_id), decimal(String(row.rest))]))
}

/** Is an amount part of another: of its sign, and not more. */
const isWithin = (part: Decimal, whole: Decimal): boolean =>
  part.sign() !== 0 && part.sign() === whole.sign() && part.abs().lte(whole.abs())

/**
 * Matches lines with facts. Lines are held by the caller (`holdPending`); facts are held here. Throws 409 where an amount is more than is left of the line or of the
 * fact by now, 400 `other_account` for a fact that did nothing on the line's account.
 */
export async function link(
  ctx: Ctx,
  held: readonly StatementLineRecord[],
  links: readonly Link[],
): Promise<readonly number[]> {
  const lines = new Map(held.map((one) => [one.id, one]))
  const rests = new Map(held.map((one) => [one.id, restOf(one)]))
  const facts = [...new Set(links.map((one) => one.lancamento_id))].sort((a, b) => a - b)
  await ctx.db.execute(sql`select id from lancamento where id = any (${intArray(facts)}::int[]) order by id for update`)
  const open = new Map<number, Map<number, Decimal>>()
  for (const banco_id of new Set(held.map((one) => one.banco_id)))
    open.set(banco_id, new Map(await factRests(ctx, banco_id, facts)))
  const rows = links.map(({ linha_id, lancamento_id, valor, ...about }) => {
    const line = lines.get(linha_id)
    if (!line) throw new Error(`The line ${linha_id} is not held.`)
    const rest = rests.get(linha_id) ?? ZERO
    const part = valor === undefined ? rest : decimal(valor)
    const left = open.get(line.banco_id)?.get(lancamento_id)
    if (left === undefined)
      throw badRequest('O lançamento foi estornado, ou não é da conta do extrato.', 'other_account')
    if (!isWithin(part, rest))
      throw conflict(`Resta a conciliar ${formatCurrency(rest.toFixed(2))} da linha ${line.memo}.`)
    if (!isWithin(part, left))
      throw conflict(
        `Resta a conciliar ${formatCurrency(left.toFixed(2))} do lançamento: o mais já está em outra linha.`,
      )
    rests.set(linha_id, rest.minus(part))
    open.get(line.banco_id)?.set(lancamento_id, left.minus(part))
    return {
      empresa_id: line.empresa_id,
      extrato_banco_id: linha_id,
      banco_id: line.banco_id,
      lancamento_id,
      valor: part.toFixed(2),
      tipo: about.tipo,
      criado: about.criado ?? false,
      automatico: about.automatico ?? false,
      score: about.score ?? null,
      razoes: about.razoes ?? null,
      regra_id: about.regra_id ?? null,
      regra_versao: about.regra_versao ?? null,
      contas_receber_id: about.contas_receber_id ?? null,
      contas_pagar_id: about.contas_pagar_id ?? null,
    }
  })
  const stored = await insertRows(ctx, extratoVinculo, rows)
  await follow(ctx, held, 'concilia')
  return stored.map((one) => one.id)
}

/** Matched is a line whose live links are its amount. */
async function follow(ctx: Ctx, lines: readonly StatementLineRecord[], acao: string): Promise<void> {
  const ids = lines.map((one) => one.id)
  const rows = await rowsOf(
    ctx,
    sql`select extrato_banco_id as id, sum(valor)::text as valor from extrato_vinculo
        where extrato_banco_id = any (${intArray(ids)}::int[]) and "dhDesfeito" is null group by 1`,
  )
  const matched = new Map(rows.map((row) => [Number(row.id), String(row.valor)]))
  const now = ctx.clock.now()
  const edits = lines.map(({ id, amount }) => {
    const vConciliado = matched.get(id) ?? '0.00'
    return { id, vConciliado, dhConciliacao: decimal(vConciliado).eq(amount) ? now : null }
  })
  const [first] = await updateMany(ctx, extratoBanco, lines, edits, acao)
  if (first) await announce(ctx, extratoBanco, first.id)
}

/** Lines of a fact's live links, locked: whoever matches holds lines before titles and accounts, and so does whoever reverses. */
async function linesOf(ctx: Ctx, lancamento_id: number): Promise<readonly StatementLineRecord[]> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct extrato_banco_id as id from extrato_vinculo where lancamento_id = ${lancamento_id} and "dhDesfeito" is null`,
  )
  return loadWhere(
    ctx,
    extratoBanco,
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
}

export const holdLinesOf = async (ctx: Ctx, lancamento_id: number): Promise<void> =>
  void (await linesOf(ctx, lancamento_id))

/** What falls with matches. */
export interface Unlinked {
  readonly facts: readonly number[]
  readonly opened: readonly TitleRef[]
  readonly rules: readonly number[]
}

/** A fact is reversed: its links fall, and its lines are in the queue again. */
export async function freeLines(ctx: Ctx, lancamento_id: number): Promise<void> {
  const lines = await linesOf(ctx, lancamento_id)
  if (lines.length === 0) return
  const links = await loadWhere(ctx, extratoVinculo, 'lancamento_id', [lancamento_id], { lock: true })
  await fall(
    ctx,
    links.filter((one) => one.dhDesfeito === null).map((one) => one.id),
  )
  await follow(ctx, lines, 'desconcilia')
}

async function fall(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const [dhDesfeito, desfeito_por_id] = [ctx.clock.now(), ctx.actor.id || null]
  await updateRows(
    ctx,
    extratoVinculo,
    ids.map((id) => ({ id, dhDesfeito, desfeito_por_id })),
  )
}

/**
 * Takes the matches of a line back; no ledger is touched. Answers the facts that a match had made, of this line or of another, and that no line has any
 * more, which are to be reversed, the titles that they opened, and the rules that were used.
 * Throws 400 `not_matched`.
 */
export async function unlink(ctx: Ctx, line: StatementLineRecord): Promise<Unlinked> {
  const all = await loadWhere(ctx, extratoVinculo, 'extrato_banco_id', [line.id], { lock: true })
  const links = all.filter((one) => one.dhDesfeito === null)
  if (links.length === 0) throw new ApiError(400, 'not_matched', 'Esta linha não está conciliada.')
  await fall(
    ctx,
    links.map((one) => one.id),
  )
  await follow(ctx, [line], 'desconcilia')
  const facts = links.map((one) => one.lancamento_id)
  const rows = await rowsOf(
    ctx,
    sql`select n.id from lancamento n where n.id = any (${intArray(facts)}::int[]) and n."dhDesfeito" is null
        and exists (select 1 from extrato_vinculo v where v.lancamento_id = n.id and v.criado)
        and not exists (select 1 from extrato_vinculo v where v.lancamento_id = n.id and v."dhDesfeito" is null) order by n.id desc`,
  )
  return {
    facts: rows.map((row) => Number(row.id)),
    opened: links.flatMap(({ contas_receber_id, contas_pagar_id }): TitleRef[] => [
      ...(contas_receber_id === null ? [] : [{ kind: 'receber' as const, id: contas_receber_id }]),
      ...(contas_pagar_id === null ? [] : [{ kind: 'pagar' as const, id: contas_pagar_id }]),
    ]),
    rules: links.flatMap((one) => one.regra_id ?? []),
  }
}

/** What has to hold of lines, links and facts. */
export const STATEMENT_PROOFS: Readonly<Record<string, string>> = {
  'extrato: o conciliado de uma linha = a soma dos seus vínculos': `select count(*) from extrato_banco l where l."vConciliado" <>
    coalesce((select sum(v.valor) from extrato_vinculo v where v.extrato_banco_id = l.id and v."dhDesfeito" is null), 0)`,
  'extrato: uma linha não é conciliada além do seu valor': `select count(*) from extrato_banco l
    where l."vConciliado" * sign(l.amount) < 0 or abs(l."vConciliado") > abs(l.amount)`,
  'extrato: está conciliada a linha cujo valor foi todo conciliado': `select count(*) from extrato_banco l
    where (l."dhConciliacao" is not null) <> (l."vConciliado" = l.amount and l.amount <> 0)`,
  'extrato: um fato não é conciliado além do que moveu na conta': `select count(*) from (
    select v.lancamento_id, v.banco_id, sum(v.valor) as valor from extrato_vinculo v where v."dhDesfeito" is null group by 1, 2) l
    where l.valor * sign(coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.lancamento_id = l.lancamento_id and c.banco_id = l.banco_id), 0)) < 0
      or abs(l.valor) > abs(coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.lancamento_id = l.lancamento_id and c.banco_id = l.banco_id), 0))`,
  'extrato: nada está conciliado com um fato estornado': `select count(*) from extrato_vinculo v join lancamento n on n.id = v.lancamento_id
    where v."dhDesfeito" is null and n."dhDesfeito" is not null`,
  'extrato: vínculo, linha e conta são da mesma empresa': `select count(*) from extrato_vinculo v join extrato_banco l on l.id = v.extrato_banco_id
    join lancamento n on n.id = v.lancamento_id where v.empresa_id <> l.empresa_id or v.banco_id <> l.banco_id or n.empresa_id <> l.empresa_id`,
}
