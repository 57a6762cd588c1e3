import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { announce, insertMany, load, update, updateRows } from '../../platform/engine/write'
import { badRequest, conflict } from '../../platform/errors'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import { changedFields, Checker, type Verdict } from './check'
import { importacao } from './importacao'
import { kindOf, type OnRows, planOf, rowsIn } from './pass'
import type { Created } from './references'
import type { Batch } from './stage'

/** The name of what an import does, in audit trails. */
export const ACTION = 'importa'

/** Why a batch may not be written; undefined when it may. */
export function whyNotCommit(batch: Batch, leaveWrong: boolean): string | undefined {
  if (batch.status === 'importada') return 'Este lote já foi importado.'
  if (batch.status !== 'conferida') return 'Este lote não pode mais ser importado.'
  const wrong = batch.errados + batch.repetidos
  if (wrong > 0 && !leaveWrong)
    return `Há ${wrong} ${wrong === 1 ? 'linha' : 'linhas'} com erro. Corrija ou deixe de fora.`
  const writes = batch.novos + (batch.existentes === 'atualiza' ? batch.alterados : 0)
  return writes === 0 ? 'Não há nada a importar neste lote.' : undefined
}

/**
 * Writes a batch in the caller's transaction, all of it or nothing: every row is checked again by the resource's rules against what is stored
 * now, records that it changes are locked, and everything is audited. What was written is kept, so that it can be undone; the rows themselves
 * are let go, but for those that were left out. Throws 400 where the batch may not be written, 409 `conflict` when rows that were fine are not any more.
 */
export async function commitBatch(
  ctx: Ctx,
  id: number,
  options: { readonly leaveWrong: boolean; readonly onRows?: OnRows },
): Promise<Batch> {
  const batch = await load(ctx, importacao, id, { lock: true })
  const refusal = whyNotCommit(batch, options.leaveWrong)
  if (refusal !== undefined) throw badRequest(refusal, 'rule')
  const plan = await planOf(ctx, batch)
  const checker = new Checker(ctx, plan, { write: true, create: batch.cria_referencias })
  const tally = { novos: 0, alterados: 0, pulados: 0, last: 0, done: 0 }
  for await (const rows of rowsIn(ctx, batch, ['novo', 'alterado'])) {
    const verdicts = await checker.check(rows)
    assertStillFine(verdicts)
    const written = await writeRows(ctx, batch, verdicts)
    tally.novos += written.created
    tally.alterados += written.changed
    tally.pulados += written.skipped
    tally.last = written.last || tally.last
    tally.done += rows.length
    await options.onRows?.(tally.done)
  }
  await keepCreated(ctx, batch, checker.references.created)
  // Those that were left out stay, to be given out and come in again.
  await ctx.db.execute(
    sql`delete from importacao_linha where importacao_id = ${batch.id} and (situacao is null or situacao not in ('erro', 'repetido'))`,
  )
  if (tally.last > 0) await announce(ctx, plan.kind.resource, tally.last)
  const { novos, alterados, pulados } = tally
  return update(
    ctx,
    importacao,
    batch,
    { status: 'importada', novos, alterados, pulados, dhImportacao: ctx.clock.now() },
    ACTION,
  )
}

function assertStillFine(verdicts: readonly Verdict[]): void {
  const wrong = verdicts.find(({ situacao }) => situacao === 'erro')
  if (!wrong) return
  throw conflict(
    `Os cadastros mudaram desde a conferência. Linha ${wrong.row.linha}: ${wrong.erros[0]?.mensagem ?? ''} Confira de novo.`,
  )
}

interface Written {
  readonly created: number
  readonly changed: number
  readonly skipped: number
  readonly last: number
}

/** Writes the rows that are new or change a record, and keeps what was written. */
export async function writeRows(ctx: Ctx, batch: Batch, verdicts: readonly Verdict[]): Promise<Written> {
  const { resource } = kindOf(batch)
  const fresh = verdicts.filter(({ situacao }) => situacao === 'novo')
  const known = verdicts.filter(({ situacao }) => situacao === 'alterado')
  const changing = batch.existentes === 'atualiza' ? known : []
  const created = await insertMany(
    ctx,
    resource,
    fresh.map(({ values }) => values),
    ACTION,
  )
  const changed = await updateKnown(ctx, resource, changing)
  await resource.hooks?.after?.(ctx, [...created, ...changed])
  await keepWritten(ctx, batch, [
    ...created.map((record): Kept => ({
      recurso: resource.name,
      registro_id: record.id,
      versao: record.versao,
      antes: null,
    })),
    ...changed.map((record, at): Kept => ({
      recurso: resource.name,
      registro_id: record.id,
      versao: record.versao,
      antes: formerValues(changing[at]),
    })),
  ])
  const last = created.at(-1)?.id ?? changed.at(-1)?.id ?? 0
  return { created: created.length, changed: changed.length, skipped: known.length - changing.length, last }
}

/** Changes stored records, those that change the same fields by one statement; answered in the order of the verdicts. */
async function updateKnown(ctx: Ctx, resource: Resource, verdicts: readonly Verdict[]): Promise<RecordOf<Resource>[]> {
  const edits = verdicts.map(({ before, values }) => {
    const names = changedFields(before ?? {}, values).sort()
    return {
      shape: names.join(),
      before,
      edit: { ...Object.fromEntries(names.map((name) => [name, values[name]])), id: Number(before?.id) },
    }
  })
  const written = new Map<number, RecordOf<Resource>>()
  for (const alike of Map.groupBy(edits, ({ shape }) => shape).values())
    for (const record of await updateRows(
      ctx,
      resource,
      alike.map(({ edit }) => edit),
    ))
      written.set(record.id, record)
  const entries = edits.flatMap(({ before }) => {
    const record = before && written.get(before.id)
    return record ? [{ resource, record, before, acao: ACTION }] : []
  })
  await audit(ctx, entries)
  return entries.map(({ record }) => record)
}

/** What the changed fields of a record held before. */
function formerValues(verdict: Verdict | undefined): Row {
  const before: Row = verdict?.before ?? {}
  return Object.fromEntries(changedFields(before, verdict?.values ?? {}).map((name) => [name, before[name] ?? null]))
}

interface Kept {
  readonly recurso: string
  readonly registro_id: number
  readonly versao: number
  /** Null for a record that the batch created. */
  readonly antes: Row | null
}

async function keepWritten(ctx: Ctx, batch: Batch, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.db.execute(sql`
    insert into importacao_registro (importacao_id, recurso, registro_id, versao, antes)
    select ${batch.id}, recurso, registro_id, versao, antes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (recurso text, registro_id int, versao int, antes jsonb)`)
}

/** Groups, units and brands that the batch created are its own too. */
export async function keepCreated(ctx: Ctx, batch: Batch, created: readonly Created[]): Promise<void> {
  await keepWritten(
    ctx,
    batch,
    created.map(({ resource, id }) => ({ recurso: resource.name, registro_id: id, versao: 1, antes: null })),
  )
}
