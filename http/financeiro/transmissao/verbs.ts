import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { intArray } from '../../platform/engine/query'
import { find } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { NotSent } from '../../platform/exchange/exchange'
import { tryNow } from '../../platform/exchange/verbs'
import { nothing, shortText } from '../../platform/inputs'
import { RefusedAddress } from '../../platform/outside/address'
import { CallFailed, notConfigured } from '../../platform/outside/call'
import { remessa } from '../boleto/remessa'
import { banco } from '../caixa'
import { type Remittance, remessaPagamento } from '../pagamentos/remessa-pagamento'
import type { RemessaRecord } from '../boleto/remessa'
import { delivered, type FileResource, handOver, type Made } from './deliver'
import { Denied, Unwelcome } from './place'
import { wayOf } from './way'

/** What people do with files on their way to a bank. */

interface Files {
  readonly resource: FileResource
  readonly banco_id: number
  /** Those that stand and that the bank has not been given. */
  readonly waiting: readonly Made[]
}

function ofRemessa({ id, empresa_id, banco_id, arquivo, dhDescarte, dhEntrega }: RemessaRecord): Files {
  if (dhDescarte !== null) throw badRequest('Esta remessa já foi descartada.', 'discarded')
  const waiting = dhEntrega === null ? [{ id, empresa_id, arquivo: String(arquivo) }] : []
  return { resource: 'remessa', banco_id: Number(banco_id), waiting }
}

async function ofPayments(ctx: Ctx, { id, empresa_id, banco_id }: Remittance): Promise<Files> {
  const rows = await rowsOf(
    ctx,
    sql`select id, arquivo, "dhEntrega" is not null as "has" from remessa_pagamento_arquivo where remessa_pagamento_id = ${id} and "dhDescarte" is null order by id`,
  )
  if (rows.length === 0) throw badRequest('Esta remessa ainda não tem arquivo.', 'no_content')
  const waiting = rows
    .filter((row) => row.has !== true)
    .map((row) => ({ id: Number(row.id), empresa_id, arquivo: String(row.arquivo) }))
  return { resource: 'remessa_pagamento_arquivo', banco_id, waiting }
}

const HAS_IT = 'O banco já tem este arquivo.'

/** Sends what waits now; what was given up is taken up again, asked for first where it may have been taken. Throws 503 where the account says no way. */
async function sendNow(ctx: Ctx, { resource, banco_id, waiting }: Files): Promise<object> {
  if (waiting.length === 0) throw badRequest(HAS_IT, 'delivered')
  const account = await find(ctx, banco, banco_id)
  if (!account || account.transmissao_via === null)
    throw notConfigured('A conta caixa não diz como os arquivos vão ao banco: informe a transmissão no cadastro dela.')
  const known = await rowsOf(
    ctx,
    sql`select id from troca where recurso = ${resource} and registro_id = any (${intArray(waiting.map(({ id }) => id))}::int[])`,
  )
  await handOver(ctx, account, resource, waiting)
  if (known.length > 0)
    await tryNow(
      ctx,
      known.map((row) => Number(row.id)),
      'tentarAgora',
    )
  return { message: 'O arquivo vai agora ao banco.' }
}

const sendText = 'Entrega o arquivo ao banco pelo meio que a conta caixa diz, ou tenta de novo agora.'
const taken = { xMotivo: v.pipe(shortText(150), v.minLength(3, 'Diga como o arquivo chegou ao banco.')) }
const takenText = 'Diz que o banco já tem o arquivo, por outro caminho: ele não é mais enviado.'

async function tellDelivered(ctx: Ctx, { resource, waiting }: Files, xMotivo: string): Promise<object> {
  if (waiting.length === 0) throw badRequest(HAS_IT, 'delivered')
  for (const { id } of waiting) await delivered(ctx, resource, id, `${xMotivo} (${ctx.actor.name})`)
  return { message: 'O arquivo está com o banco.' }
}

export const transmiteRemessa = action(remessa, 'transmite', {
  on: 'record',
  right: 'edit',
  summary: sendText,
  input: nothing,
  answer: said,
  run: ({ ctx, record }) => sendNow(ctx, ofRemessa(record)),
})

export const transmitePagamentos = action(remessaPagamento, 'transmite', {
  on: 'record',
  right: 'edit',
  verb: 'transmite',
  summary: sendText,
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => sendNow(ctx, await ofPayments(ctx, record)),
})

export const jaEntregueRemessa = action(remessa, 'jaEntregue', {
  on: 'record',
  right: 'edit',
  summary: takenText,
  input: v.object(taken),
  answer: said,
  run: async ({ ctx, record, input }) => {
    const told = await tellDelivered(ctx, ofRemessa(record), input.xMotivo)
    await audit(ctx, [{ resource: remessa, record, before: record, acao: 'jaEntregue' }])
    return told
  },
})

export const jaEntreguePagamentos = action(remessaPagamento, 'jaEntregue', {
  on: 'record',
  right: 'edit',
  verb: 'jaEntregue',
  summary: takenText,
  input: v.object(taken),
  answer: said,
  run: async ({ ctx, record, input }) => {
    const told = await tellDelivered(ctx, await ofPayments(ctx, record), input.xMotivo)
    await audit(ctx, [{ resource: remessaPagamento, record, before: record, acao: 'jaEntregue' }])
    return told
  },
})

const TRY_MS = 30_000

/** Goes where files would go and leaves nothing there. What stands in the way is said, the key of a server that is not known yet among it. */
export const testaTransmissao = action(banco, 'testaTransmissao', {
  on: 'record',
  right: 'edit',
  summary: 'Experimenta a transmissão ao banco, sem deixar nada lá.',
  input: nothing,
  answer: said,
  ask: ({ record }) =>
    Promise.resolve(async (services) => {
      try {
        await wayOf(services, record).tryOut(AbortSignal.timeout(TRY_MS))
        return undefined
      } catch (error) {
        const isTold = [NotSent, CallFailed, RefusedAddress, Denied, Unwelcome].some((kind) => error instanceof kind)
        if (isTold && error instanceof Error) return error.message
        throw error
      }
    }),
  run: ({ asked }) => {
    if (asked !== undefined) throw badRequest(asked, 'unreachable')
    return Promise.resolve({ message: 'A transmissão funciona: o banco responde.' })
  },
})
