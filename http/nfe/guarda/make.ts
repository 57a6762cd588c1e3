import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { messageOf } from '../../../core/errors'
import { monthOf } from '../../../core/fiscal/keeping/period'
import { SYSTEM } from '../../db/pool'
import { type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert, update } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { backgroundJob } from '../../platform/jobs/job'
import { queueJob } from '../../platform/jobs/queue'
import type { Row } from '../../platform/resource'
import { archiveOf } from './archive'
import { type GuardaFiscal, guardaFiscal } from './guarda-fiscal'
import { sendFile } from './send'
import { companyReader } from '../../platform/reader'
import { wantedOf } from './wanted'

const ATTEMPTS = 3

/** Which file: of a model and a month of the caller's company, by its first day. */
export interface FileOf {
  readonly empresa_id: number
  readonly mod: number
  readonly mes: string
}

/** Asks for a file to be made, and sent where that is wanted, after the commit: one row a company, model and month, however often it is asked for. */
export async function askForFile(
  ctx: Ctx,
  { empresa_id, mod, mes }: FileOf,
  { sends, user_id }: { readonly sends: boolean; readonly user_id: number | null },
): Promise<GuardaFiscal> {
  await hold(ctx, guardaFiscal.name, [`${empresa_id}:${mod}:${mes}`])
  const [known] = await rowsOf(
    ctx,
    sql`select id from guarda_fiscal where empresa_id = ${empresa_id} and mod = ${mod} and mes = ${mes}`,
  )
  const before = known && (await find(ctx, guardaFiscal, Number(known.id), { lock: true }))
  const set = { situacao: 'gerando', erro: null, user_id }
  const record = before
    ? await update(ctx, guardaFiscal, before, set, 'está sendo gerada')
    : await insert(ctx, guardaFiscal, { empresa_id, mod, mes, ...set })
  await queueJob(
    ctx.db,
    makesFile.name,
    { id: record.id, sends },
    { key: `guarda.gera:${record.id}`, attempts: ATTEMPTS },
  )
  return record
}

const payload = v.object({ id: v.number(), sends: v.boolean() })

/** Makes a file to tell what is in it, and its digest; nothing of it is stored. */
export const makesFile = backgroundJob('guarda.gera', async (given, { services, attempt, attempts }) => {
  const { id, sends } = v.parse(payload, given)
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select empresa_id, mod, mes from guarda_fiscal where id = ${id}`),
  )
  if (!row) return
  const empresa_id = Number(row.empresa_id)
  const change = (work: (ctx: Ctx, record: GuardaFiscal) => Promise<unknown>) =>
    withinCompany(services, empresa_id, async (ctx) => {
      const record = await find(ctx, guardaFiscal, id, { lock: true })
      if (record) await work(ctx, record)
    })
  try {
    const set = await made(services, { empresa_id, mod: Number(row.mod), mes: String(row.mes) })
    await change((ctx, record) =>
      update(ctx, guardaFiscal, record, { ...set, situacao: 'gerada', dhGeracao: ctx.clock.now() }, 'foi gerada'),
    )
    if (sends) await change(sendFile)
  } catch (error) {
    if (!(error instanceof ApiError) && attempt < attempts) throw error
    const erro = messageOf(error).slice(0, 500)
    await change((ctx, record) => update(ctx, guardaFiscal, record, { situacao: 'erro', erro }, 'teve um erro'))
  }
})

async function made(services: Services, { empresa_id, mod, mes }: FileOf): Promise<Row> {
  const read = companyReader(services, empresa_id)
  const wanted = await read((ctx) => wantedOf(ctx, { empresa_id, mod: mod === 65 ? 65 : 55, ...monthOf(mes) }))
  const { pieces, counts } = await archiveOf(read, wanted)
  const digest = createHash('sha256')
  let size = 0
  for await (const piece of pieces) {
    digest.update(piece)
    size += piece.length
  }
  const { files, numbers, total, missingCount } = counts
  return {
    qAutorizadas: files.autorizadas,
    qCanceladas: numbers.cancelada + numbers.substituida,
    qEventos: files.eventos,
    qInutilizadas: files.inutilizadas,
    qRecebidas: files.recebidas,
    qMdfe: files.mdfe,
    qNfse: files.nfse,
    qGnre: files.gnre,
    qNumeros: Object.values(numbers).reduce((sum, one) => sum + one, 0),
    qFaltas: missingCount,
    vNF: total,
    tamanho: String(size),
    sha256: digest.digest('hex'),
  }
}
