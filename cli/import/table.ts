import { sql } from 'drizzle-orm'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type DirectReport, importDirect } from '../../http/cadastros/importacao/direct'
import { importacao } from '../../http/cadastros/importacao/importacao'
import { kindNamed } from '../../http/cadastros/importacao/kinds'
import { type Obstacle, obstaclesOf } from '../../http/cadastros/importacao/obstacles'
import { openSheet, type TableFile } from '../../http/cadastros/importacao/sheet/source'
import { undoBatch } from '../../http/cadastros/importacao/undo'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { toApiError } from '../../http/platform/error-answer'
import { answerStored } from '../../http/platform/engine/columns'
import { load } from '../../http/platform/engine/write'
import type { Row } from '../../http/platform/resource'
import { refused } from '../exit'

/** How a table is imported from the terminal. */
export interface ImportOptions {
  /** Field by column of the file (its name, or its place from 1). */
  readonly map: Readonly<Record<string, string>>
  readonly existentes: 'atualiza' | 'pula'
  readonly cria: boolean
  /** Price table of rows that name none. */
  readonly tabela: number | undefined
  readonly dryRun: boolean
  readonly onProgress: (step: string, done: number, total: number) => void
}

/** Imports a table in the caller's transaction, which must be given up when it has faults or nothing is to be kept. Throws exit code 1 where the file is none. */
export async function importTable(
  ctx: Ctx,
  kindName: string,
  path: string,
  options: ImportOptions,
): Promise<DirectReport> {
  const kind = kindNamed(kindName)
  if (!kind) throw refused(`Não há importação de ${kindName}.`)
  const file = fileAt(path)
  return importDirect(ctx, kind, () => openSheet(file), {
    arquivo: file.name,
    told: options.map,
    existentes: options.existentes,
    cria_referencias: options.cria,
    tabela_preco_id: options.tabela ?? null,
    write: !options.dryRun,
    onProgress: (step, bytes) => options.onProgress(step, bytes, file.size),
  })
}

function fileAt(path: string): TableFile {
  const file = Bun.file(path)
  return {
    name: basename(path),
    size: statSync(path).size,
    bytes: () => file.bytes(),
    stream: () => file.stream(),
  }
}

/** Earlier imports, newest first. */
export async function listBatches(ctx: Ctx, limit: number): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.tipo, i.arquivo, i.status, i.novos, i.alterados, i.pulados, i.errados, i.total,
          to_char(coalesce(i."dhImportacao", i.criado_em), 'YYYY-MM-DD HH24:MI') as quando, u.name as usuario
        from importacao i left join "user" u on u.id = i.user_id order by i.id desc limit ${limit}`,
  )
  return rows
}

/** Records left that are told one by one. */
const TOLD = 1_000

/** A batch that was undone, with the first of what was left as it is. */
interface Undone {
  readonly row: Row
  readonly kept: readonly Obstacle[]
}

/** Undoes a batch, but what was changed or used since. Throws exit code 1 with what stands in the way. */
export async function undoTable(ctx: Ctx, id: number, onRows: (done: number, total: number) => void): Promise<Undone> {
  try {
    const { novos, alterados } = await load(ctx, importacao, id)
    const batch = await undoBatch(ctx, id, (done) => onRows(done, novos + alterados))
    const kept = batch.mantidos === 0 ? [] : await obstaclesOf(ctx, batch, { inicio: 0, quantas: TOLD })
    return { row: answerStored(importacao, batch), kept }
  } catch (error) {
    const known = toApiError(error)
    if (!known) throw error
    const list = known.errors?.registros ?? []
    throw refused(
      list.length > 0
        ? ['Não é possível desfazer este lote:', ...list.map((one) => `  ${one}`)].join('\n')
        : known.message,
    )
  }
}
