import { sql } from 'drizzle-orm'
import { action } from '../action'
import { said } from '../answers'
import { type Ctx, rowsOf } from '../context'
import { audit } from '../engine/audit'
import { intArray } from '../engine/query'
import { loadWhere } from '../engine/write'
import { badRequest } from '../errors'
import { nothing } from '../inputs'
import { allKinds, announceRequest, wake } from './exchange'
import { troca } from './troca'

/**
 * Tries a request now instead of at its time, and one that was given up once more. What may have been taken is still asked for first, and an answer that is there
 * already is only acted on: a person's impatience sends nothing twice.
 */
export const tentarAgora = action(troca, 'tentarAgora', {
  on: 'record',
  right: 'edit',
  summary: 'Tenta uma comunicação agora, sem esperar a próxima tentativa.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    if (record.status === 'respondida') throw badRequest('Esta comunicação já foi respondida.', 'finished')
    await tryNow(ctx, [record.id], 'tentarAgora')
    return { message: 'A comunicação será tentada agora.' }
  },
})

/**
 * Makes requests due, whatever came of them: those that were given up or done begin anew under the same key (for kinds whose receivers know a repeat by it), the rest
 * goes on from where it stands. With `over` as `incerta` those that are over are first asked for, where their kind can be. Throws 400 for one that is being sent at this moment, and for a secret one whose text is gone.
 */
export async function tryNow(
  ctx: Ctx,
  ids: readonly number[],
  acao: string,
  over: 'na_fila' | 'incerta' = 'na_fila',
): Promise<void> {
  const records = await loadWhere(ctx, troca, 'id', ids, { lock: true })
  if (records.some(({ sigiloso, corpo }) => sigiloso && corpo === ''))
    throw badRequest('O conteúdo era sigiloso e foi apagado: peça um novo envio.', 'erased')
  const due = await rowsOf(
    ctx,
    sql`update troca set tentativas = 0, "dhProxima" = date_trunc('second', now()), "dhTentando" = null, erro = null, "dhFim" = null, versao = versao + 1,
          status = case when status in ('falhou', 'respondida') then ${over} when status = 'enviando' then 'incerta' else status end,
          resposta = case when status = 'recebida' then resposta end
        where id = any (${intArray(records.map(({ id }) => id))}::int[]) and not (status = 'enviando' and "dhTentando" > now()) returning id`,
  )
  if (due.length < records.length) throw badRequest('Esta comunicação está sendo enviada agora.', 'busy')
  await audit(
    ctx,
    records.map((record) => ({ resource: troca, record, before: record, acao })),
  )
  for (const kind of allKinds()) {
    const own = records.filter(({ tipo }) => tipo === kind.name)
    for (const { id } of own) await announceRequest(ctx, kind, id)
    if (own.length > 0) await wake(ctx, kind.name)
  }
}
