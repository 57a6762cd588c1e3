import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { Checker, type Plan, type SheetRow, type Verdict } from './check'
import { withOwn } from './columns'
import { columnsOf, importacao } from './importacao'
import type { ImportKind } from './kind'
import { kindNamed } from './kinds'
import { type Batch, CHUNK } from './stage'
import { memoryKeeper } from './tidy-memory'

/** Told how many of a batch's rows are done. */
export type OnRows = (done: number) => Promise<void> | void

/** The kind of a batch; a later version may not know it any more. Throws 400 `unknown_kind`. */
export function kindOf(batch: Pick<Batch, 'tipo'>): ImportKind {
  const kind = kindNamed(batch.tipo)
  if (!kind) throw badRequest('Este lote é de um cadastro que não se importa mais.', 'unknown_kind')
  return kind
}

/** How the rows of a stored batch are read. */
export async function planOf(ctx: Ctx, batch: Batch): Promise<Plan> {
  const kind = await withOwn(ctx, kindOf(batch))
  const columns = columnsOf(batch)
  return {
    kind,
    columns: columns.map(({ campo }) => kind.columns.find(({ name }) => name === campo)),
    marks: columns.map(({ virgulas, pontos }) => ({ commas: virgulas, points: pontos })),
    fixed: batch.tabela_preco_id !== null && kind.name === 'precos' ? { tabela_preco_id: batch.tabela_preco_id } : {},
  }
}

/** The stored rows of a batch in their order, a thousand at a time; `only` those that were found to be of these situations. */
export async function* rowsIn(ctx: Ctx, batch: Batch, only?: readonly string[]): AsyncGenerator<SheetRow[]> {
  let after = batch.cabecalho
  const tidy = memoryKeeper()
  const filter = only ? sql` and situacao = any (${`{${only.join(',')}}`}::text[])` : sql``
  while (true) {
    const rows = await rowsOf(
      ctx,
      sql`select ordem, linha, celulas from importacao_linha where importacao_id = ${batch.id} and ordem > ${after}${filter} order by ordem limit ${CHUNK}`,
    )
    if (rows.length === 0) return
    yield rows.map(sheetRow)
    tidy()
    after = Number(rows.at(-1)?.ordem)
  }
}

export function sheetRow(row: Readonly<Record<string, unknown>>): SheetRow {
  const cells: readonly unknown[] = Array.isArray(row.celulas) ? row.celulas : []
  return {
    ordem: Number(row.ordem),
    linha: Number(row.linha),
    celulas: cells.map((cell) =>
      typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null,
    ),
  }
}

/** Checks every row of a batch and stores what each comes to. Writes nothing else: this is the dry run. */
export async function checkBatch(ctx: Ctx, batch: Batch, onRows: OnRows = () => undefined): Promise<Batch> {
  const checker = new Checker(ctx, await planOf(ctx, batch), { write: false, create: batch.cria_referencias })
  let done = 0
  for await (const rows of rowsIn(ctx, batch)) {
    await storeVerdicts(ctx, batch, await checker.check(rows))
    done += rows.length
    await onRows(done)
  }
  await markRepeated(ctx, batch)
  return countRows(ctx, batch)
}

/** Stores what rows come to. */
export async function storeVerdicts(ctx: Ctx, batch: Batch, verdicts: readonly Verdict[]): Promise<void> {
  const rows = verdicts.map(({ row, situacao, erros, avisos, chaves }) => ({
    ordem: row.ordem,
    situacao,
    erros: erros.length + avisos.length > 0 ? [...erros, ...avisos] : null,
    chaves,
  }))
  await ctx.db.execute(sql`
    update importacao_linha l set situacao = x.situacao, erros = x.erros, chaves = x.chaves
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ordem int, situacao text, erros jsonb, chaves text[])
    where l.importacao_id = ${batch.id} and l.ordem = x.ordem`)
}

/** Rows that say a key which an earlier row says already are told so; those that were told so and are not any more, are free again. */
async function markRepeated(ctx: Ctx, batch: Batch): Promise<void> {
  await ctx.db.execute(sql`
    with keyed as (
      select ordem, linha, unnest(chaves) as chave from importacao_linha
      where importacao_id = ${batch.id} and ordem > ${batch.cabecalho} and situacao in ('novo', 'alterado', 'igual')
    ), ranked as (
      select ordem, row_number() over same as n, first_value(linha) over same as primeira from keyed window same as (partition by chave order by ordem)
    ), again as (select ordem, min(primeira) as primeira from ranked where n > 1 group by ordem)
    update importacao_linha l set situacao = 'repetido',
      erros = jsonb_build_array(jsonb_build_object('coluna', null, 'mensagem', 'Repetido: já está na linha ' || a.primeira || '.'))
    from again a where l.importacao_id = ${batch.id} and l.ordem = a.ordem`)
}

/** Rows that are taken as they are: what is noted at them is a notice. */
const ACCEPTED: ReadonlySet<string> = new Set(['novo', 'alterado', 'igual'])

/** The counts of a batch, from its rows. */
export async function countRows(ctx: Ctx, batch: Batch): Promise<Batch> {
  const found = await rowsOf(
    ctx,
    sql`select situacao, count(*)::int as n, count(erros)::int as told from importacao_linha where importacao_id = ${batch.id} and ordem > ${batch.cabecalho} group by situacao`,
  )
  const counts = new Map(found.map((row) => [row.situacao, Number(row.n)]))
  const told = found
    .filter(({ situacao }) => ACCEPTED.has(String(situacao)))
    .reduce((sum, row) => sum + Number(row.told), 0)
  const of = (situation: string) => counts.get(situation) ?? 0
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const [counted] = await patchRows(ctx, importacao, [
    {
      id: batch.id,
      total,
      novos: of('novo'),
      alterados: of('alterado'),
      iguais: of('igual'),
      errados: of('erro'),
      repetidos: of('repetido'),
      avisados: told,
    },
  ])
  return counted ?? batch
}

/** Checks again the rows that say one of these keys, and all that were repeated: after one of them was mended. */
export async function recheckRows(
  ctx: Ctx,
  batch: Batch,
  ordens: readonly number[],
  keys: readonly string[],
): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select ordem, linha, celulas from importacao_linha where importacao_id = ${batch.id}
        and (ordem = any (${`{${ordens.join(',')}}`}::int[]) or (situacao = 'repetido' and chaves && array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))))
        order by ordem limit ${CHUNK}`,
  )
  const checker = new Checker(ctx, await planOf(ctx, batch), { write: false, create: batch.cria_referencias })
  await storeVerdicts(ctx, batch, await checker.check(rows.map(sheetRow)))
  await markRepeated(ctx, batch)
}
