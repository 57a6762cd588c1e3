import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { maySee } from '../../../core/access'
import { lacksRight } from '../../../core/access/why-not'
import { signatureOf } from '../../../core/tabular/header'
import { action } from '../../platform/action'
import { begun, recordOf, row, rows } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { answerStored } from '../../platform/engine/columns'
import { load, update } from '../../platform/engine/write'
import { badRequest, forbidden, invalid } from '../../platform/errors'
import { countInput, flag, identifier, nothing } from '../../platform/inputs'
import { job, startJob } from '../../platform/jobs/job'
import { assertMay } from '../../platform/rights'
import { commitBatch, whyNotCommit } from './commit'
import { withOwn } from './columns'
import { columnsOf, importacao } from './importacao'
import type { ImportKind } from './kind'
import { importKinds } from './kinds'
import { rememberMapping } from './memory'
import { obstaclesOf } from './obstacles'
import { checkBatch, kindOf, sheetRow } from './pass'
import { mendCell, rowsPage } from './rows'
import type { Batch } from './stage'
import { titleOf } from './survey'
import { isUndoable, undoBatch } from './undo'

const MAX_PAGE = 500
/** Rows that are checked while a call is answered; more are left to a task. */
const CHECKED_AT_ONCE = 5_000
/** Refuses with 403 unless the caller may import this kind: a right on imports, and to create and change what it writes. */
export function assertMayImport(ctx: Ctx, kind: ImportKind): void {
  assertMay(ctx, importacao, 'create')
  assertMay(ctx, kind.resource, 'create')
  assertMay(ctx, kind.resource, 'edit')
  const rights = kind.columns.map(({ field }) => kind.resource.fields[field]?.meta.right)
  const missing = rights.find((right) => !maySee(ctx.actor, { right }))
  if (missing) throw forbidden(`Você não tem permissão para esta ação (${lacksRight(`show ${missing}`)}).`)
}

/** What can be imported, and the columns that each kind knows. */
export const tipos = action(importacao, 'tipos', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Os cadastros que podem ser importados e as suas colunas.',
  input: nothing,
  answer: rows,
  run: async ({ ctx }) => ({
    data: (await Promise.all(importKinds().map((kind) => withOwn(ctx, kind)))).map(
      ({ name, title, resource, columns }) => ({
        tipo: name,
        titulo: title,
        recurso: resource.name,
        direito: resource.right,
        colunas: columns.map((one) => ({
          campo: one.name,
          rotulo: one.label,
          obrigatorio: one.required,
          tipo: one.kind,
          cria: one.lookup?.create !== undefined,
        })),
      }),
    ),
  }),
})

function assertOpen(batch: Batch): void {
  if (batch.status !== 'conferida') throw badRequest('Este lote já não pode ser mudado.', 'rule')
}

/** A task of the batch that is not done yet stands in the way of any other. */
async function assertIdle(ctx: Ctx, batch: Batch): Promise<void> {
  if (batch.tarefa_id === null) return
  const [row] = await rowsOf(ctx, sql`select status from tarefa where id = ${batch.tarefa_id}`)
  if (row?.status === 'na_fila' || row?.status === 'em_andamento')
    throw badRequest('Este lote está sendo processado. Aguarde.', 'rule')
}

export const conferencia = job('importacao.confere', {
  title: 'Conferir importação',
  input: v.object({ importacao_id: identifier }),
  attempts: 3,
  run: ({ input, transaction, progress }) =>
    transaction(async (ctx) => {
      const batch = await lockedBatch(ctx, input.importacao_id)
      const { total, novos, alterados, iguais, errados, repetidos } = await checkBatch(ctx, batch, (done) =>
        progress({ done, total: batch.total, note: 'linhas conferidas' }),
      )
      return { total, novos, alterados, iguais, errados, repetidos }
    }),
})

export const gravacao = job('importacao.importa', {
  title: 'Importar',
  input: v.object({ importacao_id: identifier, ignora_erros: v.boolean() }),
  attempts: 3,
  run: ({ input, transaction, progress }) =>
    transaction(async (ctx) => {
      const before = await lockedBatch(ctx, input.importacao_id)
      const total = before.novos + before.alterados
      const { novos, alterados, pulados } = await commitBatch(ctx, before.id, {
        leaveWrong: input.ignora_erros,
        onRows: (done) => progress({ done, total, note: 'registros gravados' }),
      })
      return { novos, alterados, pulados }
    }),
})

export const desfazimento = job('importacao.desfaz', {
  title: 'Desfazer importação',
  input: v.object({ importacao_id: identifier }),
  attempts: 3,
  run: ({ input, transaction, progress }) =>
    transaction(async (ctx) => {
      const before = await lockedBatch(ctx, input.importacao_id)
      const total = before.novos + before.alterados
      const { mantidos } = await undoBatch(ctx, before.id, (done) =>
        progress({ done, total, note: 'registros desfeitos' }),
      )
      return { desfeitos: total - mantidos, mantidos }
    }),
})

/** A batch that its caller may import still: rights may have gone since the task was asked for. */
async function lockedBatch(ctx: Ctx, id: number): Promise<Batch> {
  const batch = await load(ctx, importacao, id, { lock: true })
  assertMayImport(ctx, kindOf(batch))
  return batch
}

const mapping = v.object({
  campos: v.optional(v.pipe(v.array(v.nullable(v.pipe(v.string(), v.maxLength(60)))), v.maxLength(200))),
  cabecalho: v.optional(countInput),
  existentes: v.optional(v.picklist(['atualiza', 'pula'], 'Opção inválida.')),
  cria_referencias: v.optional(flag),
  tabela_preco_id: v.optional(v.nullable(identifier)),
})

/**
 * Checks a batch at once when it is small, else by a task: then the answer names it in `tarefa_id`, and the counts are those from before.
 */
export async function checked(ctx: Ctx, batch: Batch): Promise<object> {
  if (batch.total <= CHECKED_AT_ONCE) return answerStored(importacao, await checkBatch(ctx, batch))
  const task = await startJob(ctx, conferencia, { importacao_id: batch.id }, about(batch))
  return answerStored(importacao, await update(ctx, importacao, batch, task, 'tarefa'))
}

/** Says what each column is and how the batch is to be written; all rows are checked again. */
export const mapeia = action(importacao, 'mapeia', {
  on: 'record',
  right: 'own',
  summary: 'Define o campo de cada coluna, a linha dos nomes e as opções do lote, e confere tudo de novo.',
  input: mapping,
  answer: recordOf('importacao'),
  run: async ({ ctx, record, input }) => {
    const kind = await withOwn(ctx, kindOf(record))
    assertMayImport(ctx, kind)
    assertOpen(record)
    await assertIdle(ctx, record)
    const { campos, ...options } = input
    const colunas = campos ? mapped(record, kind, campos) : columnsOf(record)
    const cabecalho = input.cabecalho ?? record.cabecalho
    const named = cabecalho === record.cabecalho ? colunas : await retitled(ctx, record, { colunas, cabecalho })
    if (campos)
      await rememberMapping(
        ctx,
        kind,
        signatureOf(named.map(({ titulo }) => titulo)),
        named.map(({ campo }) => campo),
      )
    const total = record.total + record.cabecalho - cabecalho
    const changed = await update(ctx, importacao, record, { ...options, cabecalho, colunas: named, total }, 'mapeia')
    return checked(ctx, changed)
  },
})

function mapped(record: Batch, kind: ImportKind, campos: readonly (string | null)[]) {
  const columns = columnsOf(record)
  const unknown = campos.find((campo) => campo !== null && !kind.columns.some(({ name }) => name === campo))
  if (unknown !== undefined && unknown !== null) throw invalid({ campos: [`Campo desconhecido: ${unknown}.`] })
  const twice = campos.find((campo, at) => campo !== null && campos.indexOf(campo) !== at)
  if (twice !== undefined && twice !== null) {
    const label = kind.columns.find(({ name }) => name === twice)?.label ?? twice
    throw invalid({ campos: [`Duas colunas estão como ${label}.`] })
  }
  return columns.map((column, at) => ({ ...column, campo: campos[at] ?? null }))
}

/** The columns under the names of another row. */
async function retitled(
  ctx: Ctx,
  record: Batch,
  { colunas, cabecalho }: { colunas: ReturnType<typeof columnsOf>; cabecalho: number },
) {
  const [row] = await rowsOf(
    ctx,
    sql`select ordem, linha, celulas from importacao_linha where importacao_id = ${record.id} and ordem = ${cabecalho}`,
  )
  if (!row && cabecalho !== 0) throw invalid({ cabecalho: ['O arquivo não tem esta linha.'] })
  const names = row ? sheetRow(row).celulas : []
  return colunas.map((column, at) => ({ ...column, titulo: titleOf(names[at], at) }))
}

export const confere = action(importacao, 'confere', {
  on: 'record',
  right: 'own',
  summary: 'Confere todas as linhas pelas regras do cadastro, sem gravar nada (tarefa).',
  input: nothing,
  answer: begun,
  run: async ({ ctx, record }) => {
    assertMayImport(ctx, kindOf(record))
    assertOpen(record)
    await assertIdle(ctx, record)
    return begin(ctx, record, await startJob(ctx, conferencia, { importacao_id: record.id }, about(record)))
  },
})

export const importa = action(importacao, 'importa', {
  on: 'record',
  right: 'own',
  summary: 'Grava o lote, tudo ou nada (tarefa). Com ignora_erros, deixa de fora as linhas com erro.',
  input: v.object({ ignora_erros: v.optional(flag, false) }),
  answer: begun,
  run: async ({ ctx, record, input }) => {
    assertMayImport(ctx, kindOf(record))
    await assertIdle(ctx, record)
    const refusal = whyNotCommit(record, input.ignora_erros)
    if (refusal !== undefined) throw badRequest(refusal, 'rule')
    const payload = { importacao_id: record.id, ignora_erros: input.ignora_erros }
    return begin(ctx, record, await startJob(ctx, gravacao, payload, about(record)))
  },
})

export const desfaz = action(importacao, 'desfaz', {
  on: 'record',
  right: 'own',
  summary:
    'Desfaz um lote importado: restaura o que mudou e exclui o que criou; o que foi alterado ou usado desde então fica, e é listado (tarefa).',
  input: nothing,
  answer: begun,
  run: async ({ ctx, record }) => {
    assertMayImport(ctx, kindOf(record))
    assertMay(ctx, importacao, 'edit')
    await assertIdle(ctx, record)
    if (!isUndoable(record)) throw badRequest('Só um lote importado pode ser desfeito.', 'rule')
    return begin(ctx, record, await startJob(ctx, desfazimento, { importacao_id: record.id }, about(record)))
  },
})

const about = (record: Batch) => ({ model_type: 'importacao', model_id: record.id })

async function begin(ctx: Ctx, record: Batch, task: { tarefa_id: number }): Promise<object> {
  await update(ctx, importacao, record, task, 'tarefa')
  return task
}

export const linhas = action(importacao, 'linhas', {
  on: 'record',
  right: 'own',
  reads: true,
  summary: 'Linhas do lote, com o que há de errado em cada uma.',
  input: v.object({
    situacoes: v.optional(
      v.pipe(v.string(), v.regex(/^(?:[a-z]{1,10}(?:,[a-z]{1,10}){0,5})?$/, 'Opção inválida.')),
      '',
    ),
    inicio: v.optional(countInput, 0),
    quantas: v.optional(countInput, 100),
  }),
  answer: v.object({ total: v.number(), data: v.array(row) }),
  run: ({ ctx, record, input }) => {
    assertMayImport(ctx, kindOf(record))
    return rowsPage(ctx, record, {
      situacoes: input.situacoes === '' ? [] : input.situacoes.split(','),
      inicio: input.inicio,
      quantas: Math.min(MAX_PAGE, input.quantas),
    })
  },
})

export const mantidos = action(importacao, 'mantidos', {
  on: 'record',
  right: 'own',
  reads: true,
  summary: 'Os registros de um lote desfeito em parte que ficaram como estão, e por quê.',
  input: v.object({ inicio: v.optional(countInput, 0), quantas: v.optional(countInput, 100) }),
  answer: v.object({ total: v.number(), data: v.array(row) }),
  run: async ({ ctx, record, input }) => {
    assertMayImport(ctx, kindOf(record))
    const page = { inicio: input.inicio, quantas: Math.min(MAX_PAGE, input.quantas) }
    return { total: record.mantidos ?? 0, data: (await obstaclesOf(ctx, record, page)).map((one) => ({ ...one })) }
  },
})

export const corrige = action(importacao, 'corrige', {
  on: 'record',
  right: 'own',
  summary: 'Corrige uma célula e confere de novo a linha e as que dizem o mesmo.',
  input: v.object({
    ordem: countInput,
    coluna: countInput,
    valor: v.pipe(
      v.nullable(v.string()),
      v.transform((text) => text ?? ''),
    ),
  }),
  answer: recordOf('importacao'),
  run: async ({ ctx, record, input }) => {
    assertMayImport(ctx, kindOf(record))
    assertOpen(record)
    await assertIdle(ctx, record)
    return answerStored(importacao, await mendCell(ctx, record, input))
  },
})

export const descarta = action(importacao, 'descarta', {
  on: 'record',
  right: 'own',
  summary: 'Joga fora um lote que não foi importado, com as suas linhas.',
  input: nothing,
  answer: recordOf('importacao'),
  run: async ({ ctx, record }) => {
    assertMayImport(ctx, kindOf(record))
    assertOpen(record)
    await assertIdle(ctx, record)
    await ctx.db.execute(sql`delete from importacao_linha where importacao_id = ${record.id}`)
    return answerStored(importacao, await update(ctx, importacao, record, { status: 'descartada' }, 'descarta'))
  },
})
